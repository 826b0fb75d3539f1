package dev.llmprof.study;

import dev.llmprof.analysis.capture.EventFacts;
import dev.llmprof.analysis.capture.Studied;
import dev.llmprof.analysis.capture.TraceAnalyses;
import dev.llmprof.analysis.capture.TraceAnalysis;
import dev.llmprof.analysis.graph.GraphAttribution;
import dev.llmprof.analysis.graph.GraphAttributions;
import dev.llmprof.analysis.graph.GraphEvidence;
import dev.llmprof.analysis.ncu.NcuView;
import dev.llmprof.analysis.rank.RankComparisons;
import dev.llmprof.analysis.rank.RankProfile;
import dev.llmprof.problem.Problem;
import dev.llmprof.study.capture.Analysed;
import dev.llmprof.study.capture.Input;
import dev.llmprof.study.capture.NsysExport;
import dev.llmprof.trace.Trace;
import dev.llmprof.trace.kineto.KinetoFiles;
import dev.llmprof.trace.ncu.NcuCsv;
import dev.llmprof.trace.ncu.NcuDirectory;
import dev.llmprof.trace.ncu.NcuProfile;
import dev.llmprof.trace.ncu.NcuReport;
import dev.llmprof.trace.nsys.EmittedOperators;
import dev.llmprof.trace.nsys.NsysKernelSummary;
import dev.llmprof.trace.nsys.NsysSqlite;
import dev.llmprof.trace.nsys.NsysTraceCsv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Reads and analyses captures one after the other, so that only one is in memory at a time, then
/// joins what they say.
public final class Analyzer {
    private static final int LARGE_ROWS = 4_000_000;

    private final ReadProgress.Watch watch;
    private final NsysExport nsys;
    private final NcuView view;
    private final List<TraceAnalysis> traces = new ArrayList<>();
    private final TreeMap<String, NcuProfile> profiles = new TreeMap<>();
    private final TreeMap<String, NsysKernelSummary> summaries = new TreeMap<>();
    private final List<GraphEvidence> graphs = new ArrayList<>();
    private final List<RankProfile> ranks = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();

    public Analyzer(ReadProgress.Watch watch, NsysExport nsys, NcuView view) {
        this.watch = watch;
        this.nsys = nsys;
        this.view = view;
    }

    /// Told of each trace while it is there.
    public interface Visitor {
        void trace(Studied studied) throws IOException;
    }

    /// A file that cannot be read is a problem to tell; the others go on.
    public void read(Input input, Visitor visitor) throws IOException {
        ReadProgress progress = progress(input, input.bytes());
        try {
            load(input, progress, visitor);
        } catch (Problem.Found found) {
            problems.addAll(found.problems());
        } finally {
            progress.done();
        }
    }

    public Analysed result() {
        Map<String, GraphAttribution> attributions = new TreeMap<>();
        for (GraphEvidence evidence : graphs) {
            GraphAttributions.of(evidence, graphs)
                    .ifPresent(graph -> attributions.put(evidence.source(), graph));
        }
        return new Analysed(
                List.copyOf(traces),
                profiles,
                view,
                summaries,
                RankComparisons.of(ranks),
                attributions,
                problems);
    }

    private void load(Input input, ReadProgress progress, Visitor visitor) throws IOException {
        switch (input.kind()) {
            case TORCH_TRACE -> torch(input, progress, visitor);
            case NCU_REPORT -> profile(input, NcuReport.read(input.path()));
            case NCU_CSV -> profile(input, NcuCsv.read(input.path()));
            case NCU_FOLDERS -> profile(input, NcuDirectory.read(input.path()).profile());
            case NSYS_SQLITE -> trace(sqlite(input.path(), input, progress), visitor);
            case NSYS_REPORT -> exported(input, visitor);
            case NSYS_CSV -> nsysTable(input, visitor);
            case UNKNOWN ->
                    problems.add(
                            new Problem(
                                    "cannot read a file of this kind: " + input.kind().label(),
                                    input.path().toString(),
                                    "leave it out"));
        }
    }

    /// The export is read into memory, so it need not stay.
    private void exported(Input input, Visitor visitor) throws IOException {
        Path folder = Files.createTempDirectory("llmprof-nsys");
        try {
            Path sqlite = nsys.export(input.path(), folder);
            ReadProgress progress = progress(input, Files.size(sqlite));
            Trace trace = sqlite(sqlite, input, progress);
            progress.done();
            trace(trace, visitor);
        } finally {
            OutputFiles.delete(folder);
        }
    }

    private ReadProgress progress(Input input, long bytes) {
        return watch.reading(input.path().toString(), bytes);
    }

    private static Trace sqlite(Path file, Input input, ReadProgress progress) throws IOException {
        return EmittedOperators.in(NsysSqlite.read(file, input.path().toString(), progress));
    }

    private void nsysTable(Input input, Visitor visitor) throws IOException {
        Optional<Trace> events = NsysTraceCsv.read(input.path());
        if (events.isPresent()) {
            trace(events.get(), visitor);
            return;
        }
        NsysKernelSummary summary = NsysKernelSummary.read(input.path());
        problems.addAll(summary.problems());
        summaries.put(input.path().toString(), summary);
    }

    /// What of a profile could not be read is told beside the rest.
    private void profile(Input input, NcuProfile profile) {
        problems.addAll(profile.problems());
        profiles.put(input.path().toString(), profile);
    }

    private void torch(Input input, ReadProgress progress, Visitor visitor) throws IOException {
        var taker =
                new KinetoFiles.Taker() {
                    @Override
                    public void trace(Trace trace) throws IOException {
                        Analyzer.this.trace(trace, visitor);
                    }

                    @Override
                    public void problem(Problem problem) {
                        problems.add(problem);
                    }
                };
        if (input.isStandardInput()) {
            KinetoFiles.each("standard input", System.in, progress, taker);
        } else {
            KinetoFiles.each(input.path(), progress, taker);
        }
    }

    private void trace(Trace trace, Visitor visitor) throws IOException {
        EventFacts events = EventFacts.of(trace);
        tidy(trace);
        Studied studied = TraceAnalyses.study(events);
        tidy(trace);
        traces.add(studied.analysis());
        graphs.add(studied.graphs());
        studied.rank().ifPresent(ranks::add);
        visitor.trace(studied);
    }

    /// Sorting and summing leave large arrays behind, which the JVM would rather pile up than look
    /// for; in a large trace they are as much as the trace itself.
    private static void tidy(Trace trace) {
        if (trace.gpu().size() + trace.host().size() > LARGE_ROWS) {
            System.gc();
        }
    }
}
