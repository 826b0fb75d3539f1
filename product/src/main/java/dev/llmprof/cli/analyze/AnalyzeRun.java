package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.kernel.KernelDescriptions;
import dev.llmprof.analysis.ncu.NcuView;
import dev.llmprof.cli.Console;
import dev.llmprof.cli.ExitCode;
import dev.llmprof.cli.GivenWords;
import dev.llmprof.cli.Version;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.format.Terminal;
import dev.llmprof.study.Analyzer;
import dev.llmprof.study.KernelDescriptionFile;
import dev.llmprof.study.OutputFiles;
import dev.llmprof.study.Reporting;
import dev.llmprof.study.capture.Analysed;
import dev.llmprof.study.capture.Input;
import dev.llmprof.study.capture.Inputs;
import dev.llmprof.study.capture.NsysExport;
import dev.llmprof.study.json.AnalysedJson;
import dev.llmprof.study.table.Database;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/// Does what a request to analyse asks for: reads, shows, and writes the files.
public final class AnalyzeRun {
    private final Console console;
    private final Supplier<String> stamp;
    private final Supplier<Reporting> reporting;
    private final NsysExport nsys;

    public AnalyzeRun(
            Console console,
            Supplier<String> stamp,
            Supplier<Reporting> reporting,
            NsysExport nsys) {
        this.console = console;
        this.stamp = stamp;
        this.reporting = reporting;
        this.nsys = nsys;
    }

    public int run(GivenWords given) throws IOException {
        return run(AnalyzeOptions.request(given));
    }

    private int run(AnalyzeRequest request) throws IOException {
        NcuView view = view(request);
        List<Input> inputs = Inputs.of(request.paths());
        Analyzer analyzer = new Analyzer(Progress.on(console), nsys, view);
        if (request.writesFiles() || request.sql().isPresent()) {
            return withFiles(request, inputs, analyzer);
        }
        for (Input input : inputs) {
            analyzer.read(input, _ -> {});
        }
        return shown(request, analyzer.result());
    }

    private static NcuView view(AnalyzeRequest request) throws IOException {
        double margin = request.classifyMargin();
        if (!(margin >= 0 && margin <= 100)) {
            throw new Problem(
                            "a margin of " + margin + " points is none",
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

    private int withFiles(AnalyzeRequest request, List<Input> inputs, Analyzer analyzer)
            throws IOException {
        Path directory =
                request.output()
                        .orElseGet(() -> OutputFiles.free(Path.of("tmp", "analysis", stamp.get())));
        Reporting documents = request.model().map(reporting.get()::against).orElseGet(reporting);
        try (OutputFiles target =
                request.writesFiles() ? OutputFiles.at(directory) : OutputFiles.temporary()) {
            for (Input input : inputs) {
                analyzer.read(input, target.alsoFor(documents));
            }
            Analysed all = analyzer.result();
            if (isNothing(all)) {
                throw new Problem.Found(all.problems());
            }
            target.tables(all);
            if (request.sql().isPresent()) {
                return answered(request, target, request.sql().get(), all);
            }
            int exit = shown(request, all);
            List<Path> written = documents.write(directory, all);
            concluded(request, documents);
            written.forEach(document -> console.say("report  " + document));
            console.say("tables  " + directory);
            return exit;
        }
    }

    private void concluded(AnalyzeRequest request, Reporting documents) {
        if (!request.json() && !documents.conclusions().isEmpty()) {
            console.out().println(Terminal.text(documents.conclusions(), console.columns()));
        }
    }

    private int shown(AnalyzeRequest request, Analysed all) throws IOException {
        all.problems().forEach(console::warn);
        if (request.json()) {
            Writer out = json();
            AnalysedJson.write(all, Version.current().number(), out);
            ended(out);
        } else {
            console.out().println(AnalyzeScreen.of(all, request.top(), console.columns()));
        }
        return exit(all);
    }

    private int answered(AnalyzeRequest request, OutputFiles target, String query, Analysed all)
            throws IOException {
        all.problems().forEach(console::warn);
        Database.Answer answer = target.ask(query);
        if (request.json()) {
            Writer out = json();
            answer.writeJson(out);
            ended(out);
        } else {
            console.out().println(AnalyzeScreen.of(answer, console.columns()));
        }
        return exit(all);
    }

    private Writer json() {
        return new OutputStreamWriter(console.out(), StandardCharsets.UTF_8);
    }

    private static void ended(Writer out) throws IOException {
        out.write('\n');
        out.flush();
    }

    private static int exit(Analysed all) {
        return isNothing(all) ? ExitCode.WRONG_INPUT : ExitCode.OK;
    }

    private static boolean isNothing(Analysed all) {
        return all.traces().isEmpty() && all.profiles().isEmpty() && all.summaries().isEmpty();
    }
}
