package dev.llmprof.study;

import dev.llmprof.analysis.Advices;
import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.Provenance;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.Captures;
import dev.llmprof.analysis.capture.Studied;
import dev.llmprof.analysis.prediction.PaperCosts;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.analysis.prediction.Predictions;
import dev.llmprof.analysis.source.KernelJoin;
import dev.llmprof.analysis.source.KernelJoins;
import dev.llmprof.analysis.source.KernelTimes;
import dev.llmprof.analysis.workload.Timings;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.report.ReportFiles;
import dev.llmprof.report.ReportSection;
import dev.llmprof.report.TerminalSummary;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.table.FindingTables;
import dev.llmprof.study.capture.Analysed;
import dev.llmprof.study.table.TableFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/// Gathers what reports need from each capture while its tables are in memory, then writes them.
public final class CaptureReporting implements Reporting {
    private final Context context;
    private final List<ReportSection> sections;
    private final List<Capture> captures = new ArrayList<>();
    private List<Block> conclusions = List.of();

    public CaptureReporting(Context context, List<ReportSection> sections) {
        this.context = context;
        this.sections = List.copyOf(sections);
    }

    /// What is known beside the captures; a title that is empty is made from them.
    public record Context(
            String title,
            Optional<Timings> timings,
            Paper paper,
            Provenance provenance,
            Function<String, List<Gpu>> gpus) {

        public Context(
                String title, Optional<Timings> timings, Paper paper, Provenance provenance) {
            this(title, timings, paper, provenance, _ -> List.of());
        }

        /// `gpus` finds what a user's word for a GPU names.
        public static Context of(String llmprof, Function<String, List<Gpu>> gpus) {
            return new Context(
                    "",
                    Optional.empty(),
                    Paper.NONE,
                    new Provenance(llmprof, List.of(), List.of()),
                    gpus);
        }

        Context with(Paper other) {
            return new Context(title, timings, other, provenance, gpus);
        }
    }

    /// What the model costs on paper, where one is known; a capture may tell what was asked of it.
    @FunctionalInterface
    public interface Paper {
        Paper NONE = _ -> Optional.empty();

        Optional<PaperCosts> of(Optional<Capture> main);

        static Paper known(Optional<PaperCosts> known) {
            return _ -> known;
        }
    }

    @Override
    public void trace(Studied studied) {
        captures.add(Captures.of(studied));
    }

    @Override
    public List<Block> conclusions() {
        return conclusions;
    }

    @Override
    public Reporting against(ModelAsked asked) {
        return new CaptureReporting(context.with(AskedPaper.of(asked, context.gpus())), sections);
    }

    @Override
    public List<Path> write(Path directory, Analysed all) throws IOException {
        write(directory, all, Counted.of(all.profiles(), List.of(), all.view()));
        return List.of(directory.resolve("report.html"));
    }

    public Findings write(Path directory, Analysed all, Counted counted) throws IOException {
        Findings findings = findings(all, counted);
        ReportWriter.write(directory, ReportFiles.of(findings, sections));
        ReportWriter.write(directory, counted.files());
        new TableFolder(directory).writeFilled(FindingTables.of(findings));
        conclusions = TerminalSummary.conclusions(findings);
        return findings;
    }

    private Findings findings(Analysed all, Counted counted) {
        List<KernelTimes> times = times(all);
        List<KernelJoin> joins = KernelJoins.of(times, counted.kernels());
        Optional<Capture> main = Findings.main(captures);
        Optional<Prediction> prediction =
                context.paper()
                        .of(main)
                        .map(paper -> Predictions.of(paper, main, context.timings()));
        return new Findings(
                context.title().isEmpty() ? title(all) : context.title(),
                subtitle(prediction),
                captures,
                context.timings(),
                prediction,
                joins,
                Advices.of(main, prediction, joins),
                context.provenance());
    }

    private static List<KernelTimes> times(Analysed all) {
        List<KernelTimes> times = new ArrayList<>();
        all.traces().forEach(trace -> times.add(KernelTimes.of(trace)));
        all.summaries().forEach((path, summary) -> times.add(KernelTimes.of(path, summary)));
        times.removeIf(source -> source.rows().isEmpty());
        return times;
    }

    private String title(Analysed all) {
        var names = new TreeSet<String>();
        captures.forEach(capture -> names.add(fileName(capture.analysis().source())));
        all.profiles().keySet().forEach(path -> names.add(fileName(Counted.set(path))));
        all.summaries().keySet().forEach(path -> names.add(fileName(path)));
        return switch (names.size()) {
            case 0 -> "Nothing was captured";
            case 1 -> names.first();
            default -> names.first() + " and " + (names.size() - 1) + " more";
        };
    }

    private static String fileName(String path) {
        return path.substring(path.replace('\\', '/').lastIndexOf('/') + 1);
    }

    private String subtitle(Optional<Prediction> prediction) {
        var words = new LinkedHashSet<String>();
        prediction.ifPresent(p -> words.add(p.model() + " on " + p.hardware()));
        captures.forEach(capture -> words.addAll(capture.devices()));
        captures.forEach(capture -> words.add(capture.analysis().tool()));
        return String.join(" · ", words);
    }
}
