package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.kernel.KernelDescriptions;
import dev.llmprof.analysis.ncu.NcuView;
import dev.llmprof.cli.GivenWords;
import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.console.Version;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.TerminalSummary;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.format.Terminal;
import dev.llmprof.run.slurm.ClusterAnalyses;
import dev.llmprof.study.AskedPaper;
import dev.llmprof.study.KernelDescriptionFile;
import dev.llmprof.study.OutputFiles;
import dev.llmprof.study.RunStudy;
import dev.llmprof.study.Study;
import dev.llmprof.study.StudyContext;
import dev.llmprof.study.StudyGoal;
import dev.llmprof.study.StudyParts;
import dev.llmprof.study.StudyRequest;
import dev.llmprof.study.StudyResult;
import dev.llmprof.study.capture.CaptureSet;
import dev.llmprof.study.capture.Inputs;
import dev.llmprof.study.json.StudyJson;
import dev.llmprof.study.perfetto.PerfettoAsked;
import dev.llmprof.study.table.Database;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// Does what a request to analyse asks for: has the captures studied, and shows what comes of it.
public final class AnalyzeRun {
    private final Console console;
    private final Supplier<String> stamp;
    private final Function<String, List<Gpu>> gpus;
    private final Supplier<StudyParts> parts;
    private final Supplier<ClusterAnalyses> cluster;

    /// `gpus` finds what a user's word for a GPU names.
    public AnalyzeRun(
            Console console,
            Supplier<String> stamp,
            Function<String, List<Gpu>> gpus,
            Supplier<StudyParts> parts,
            Supplier<ClusterAnalyses> cluster) {
        this.console = console;
        this.stamp = stamp;
        this.gpus = gpus;
        this.parts = parts;
        this.cluster = cluster;
    }

    /// All that can be given, for the help.
    String captureWords() {
        return Inputs.words(parts.get().formats());
    }

    public int run(GivenWords given) throws IOException {
        return run(AnalyzeOptions.request(given));
    }

    private int run(AnalyzeRequest request) throws IOException {
        if (request.ranks().isPresent()) {
            request.perfetto().ifPresent(AnalyzeRun::undrawable);
            return new RankRun(console, this::fresh, parts.get(), cluster)
                    .run(request, request.ranks().get());
        }
        // Before a folder is made for the tables.
        if (request.perfetto().isPresent()) {
            PerfettoAsked drawn = PerfettoAsked.of(request.perfetto().get());
            drawn.check();
            drawn.checkApartFrom(request.paths());
        }
        Optional<StudyContext> run = run(request.paths());
        StudyGoal goal = goal(request, run.isPresent());
        var asked =
                new StudyRequest(
                                request.paths(),
                                parts.get(),
                                view(request),
                                context(request, run),
                                goal)
                        .drawn(request.perfetto().map(file -> drawn(file, run)));
        StudyResult result =
                Study.of(asked, CaptureProgress.on(console, captures -> shown(request, captures)));
        all(request, result);
        if (result.answer().isPresent()) {
            answered(request, result.answer().get());
        }
        if (goal instanceof StudyGoal.Files(Path directory, _)) {
            concluded(request, result);
            console.say("report  " + directory.resolve("report.html"));
            console.say("tables  " + directory);
        }
        request.perfetto().ifPresent(file -> console.say(PerfettoLine.of(file)));
        return result.captures().isEmpty() ? ExitCode.WRONG_INPUT : ExitCode.OK;
    }

    private static void undrawable(Path file) {
        throw new Problem(
                        "parts of ranks have no events to draw",
                        "--perfetto " + file,
                        "llmprof analyze TRACES --perfetto " + file)
                .found();
    }

    /// A run's directory, given alone, knows its model, requests and conditions too.
    private Optional<StudyContext> run(List<Path> paths) {
        return paths.size() == 1
                ? RunStudy.known(paths.getFirst(), parts.get(), console::warn)
                : Optional.empty();
    }

    private static PerfettoAsked drawn(Path file, Optional<StudyContext> run) {
        return run.map(known -> RunStudy.drawn(file, known))
                .orElseGet(() -> PerfettoAsked.of(file));
    }

    private StudyGoal goal(AnalyzeRequest request, boolean isRun) {
        Optional<Path> directory =
                request.writesFiles()
                        ? Optional.of(request.output().orElseGet(this::fresh))
                        : Optional.empty();
        if (request.sql().isPresent()) {
            AnalyzeRequest.SqlAsked sql = request.sql().get();
            return new StudyGoal.Query(sql.query(), sql.allowsFiles(), directory);
        }
        if (directory.isPresent()) {
            return new StudyGoal.Files(directory.get(), request.output().isEmpty());
        }
        return request.model().isPresent() || isRun
                ? new StudyGoal.InMemory()
                : new StudyGoal.Conclusions();
    }

    private Path fresh() {
        return OutputFiles.free(Path.of("tmp", "analysis", stamp.get()));
    }

    /// A model that was named takes the place of the run's own, and of all that was held against
    /// it.
    private StudyContext context(AnalyzeRequest request, Optional<StudyContext> run) {
        Supplier<String> llmprof = () -> "llmprof " + Version.current().number();
        Optional<Gpu> gpu = request.gpu().flatMap(word -> gpus.apply(word).stream().findFirst());
        var asked = StudyContext.asked(llmprof, request.words());
        return request.model()
                .map(model -> asked.with(AskedPaper.of(model, gpus)))
                .or(() -> run.map(known -> known.askedBy(llmprof, request.words())))
                .orElse(asked)
                .on(gpu);
    }

    private static NcuView view(AnalyzeRequest request) throws IOException {
        double margin = request.classifyMargin();
        if (!(margin >= 0 && margin <= 100)) {
            throw new Problem(
                            "a margin of " + margin + " points is not a valid threshold",
                            "--classify-margin",
                            "give one from 0 to 100")
                    .found();
        }
        return new NcuView(
                margin,
                request.kernelDescriptions().isPresent()
                        ? KernelDescriptionFile.read(request.kernelDescriptions().get())
                        : KernelDescriptions.NONE);
    }

    private void concluded(AnalyzeRequest request, StudyResult result) {
        List<Block> conclusions = TerminalSummary.conclusions(result.findings().orElseThrow());
        if (!request.json() && !conclusions.isEmpty()) {
            console.out().println(Terminal.text(conclusions, console.columns()));
        }
    }

    /// Before the reports are written, which takes longer. A query shows its answer instead.
    private void shown(AnalyzeRequest request, CaptureSet captures) {
        if (request.sql().isEmpty() && !request.json()) {
            console.out().println(AnalyzeScreen.of(captures, request.top(), console.columns()));
        }
    }

    private void all(AnalyzeRequest request, StudyResult result) throws IOException {
        if (request.json() && request.sql().isEmpty()) {
            Writer out = json();
            StudyJson.write(result.captures(), result.findings(), Version.current().number(), out);
            ended(out);
        }
    }

    private void answered(AnalyzeRequest request, Database.Answer answer) throws IOException {
        if (request.json()) {
            Writer out = json();
            answer.writeJson(out);
            ended(out);
        } else {
            console.out().println(AnalyzeScreen.of(answer, answerColumns()));
        }
    }

    /// A file has room for whole names.
    private int answerColumns() {
        return console.interactive() ? console.columns() : Integer.MAX_VALUE;
    }

    private Writer json() {
        return console.writer();
    }

    private static void ended(Writer out) throws IOException {
        out.write('\n');
        out.flush();
    }
}
