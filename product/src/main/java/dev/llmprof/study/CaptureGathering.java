package dev.llmprof.study;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.JoinEvidence;
import dev.llmprof.analysis.graph.GraphAttribution;
import dev.llmprof.analysis.graph.GraphAttributions;
import dev.llmprof.analysis.graph.GraphEvidence;
import dev.llmprof.analysis.graph.GraphOperators;
import dev.llmprof.analysis.ncu.NcuView;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.analysis.rank.RankComparisons;
import dev.llmprof.analysis.rank.RankRecord;
import dev.llmprof.problem.Problem;
import dev.llmprof.study.capture.CaptureSet;
import dev.llmprof.study.capture.CaptureTaker;
import dev.llmprof.study.rank.RankList;
import dev.llmprof.trace.Trace;
import dev.llmprof.trace.ncu.NcuProfile;
import dev.llmprof.trace.nsys.NsysKernelSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Analyses each capture as it comes and keeps what is said of it, never its tables of events, so
/// that one trace is in memory at a time; then joins what they say.
final class CaptureGathering implements CaptureTaker {
    private static final int LARGE_ROWS = 4_000_000;

    private final boolean drawn;
    private final EventSink events;
    private final ReadingOrder order;
    private final SortedMap<Integer, List<Capture>> captures = new TreeMap<>();
    private int place;
    private final TreeMap<String, NcuProfile> profiles = new TreeMap<>();
    private final TreeMap<String, NsysKernelSummary> summaries = new TreeMap<>();
    private final List<GraphEvidence> graphs = new ArrayList<>();
    private final List<RankRecord> ranks = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();

    /// `drawn`: with what findings are made of, which takes longer.
    CaptureGathering(boolean drawn, EventSink events, ReadingOrder order) {
        this.drawn = drawn;
        this.events = events;
        this.order = order;
    }

    /// Where what is read next stands among all.
    void place(int number) {
        place = number;
    }

    /// Takes the single events of a trace while they are there.
    @FunctionalInterface
    interface EventSink {
        void add(NestedTrace nested, Capture capture) throws IOException;
    }

    @Override
    public void trace(Trace read) throws IOException {
        Trace trace = RankList.on(read, this::once);
        NestedTrace plain = NestedTrace.of(trace);
        tidy(trace);
        GraphEvidence graph = JoinEvidence.graphs(plain);
        if (isUnexplained(graph) && order.waitsForCaptures()) {
            return;
        }
        graphs.add(graph);
        NestedTrace nested = joined(plain, graph);
        Capture capture = Capture.of(nested);
        if (!order.isOfOneTrace()) {
            JoinEvidence.of(graph, plain, capture).rank().ifPresent(ranks::add);
        }
        tidy(trace);
        events.add(nested, capture);
        captures.computeIfAbsent(place, _ -> new ArrayList<>())
                .add(drawn ? capture.withPictures(nested) : capture);
    }

    /// Of what several captures share.
    private void once(Problem problem) {
        if (!problems.contains(problem)) {
            problems.add(problem);
        }
    }

    private boolean isUnexplained(GraphEvidence graph) {
        return !graph.replays().isEmpty()
                && !order.isLast()
                && !GraphOperators.known(graph, graphs);
    }

    /// Replayed kernels belong to the operators that they were captured in.
    private NestedTrace joined(NestedTrace nested, GraphEvidence graph) {
        return graph.replays().isEmpty()
                ? nested
                : nested.with(
                        GraphOperators.of(
                                nested.trace().gpu(),
                                nested.trace().host(),
                                nested.links(),
                                graph,
                                graphs));
    }

    /// What of a profile could not be read is told beside the rest.
    @Override
    public void profile(String source, NcuProfile profile) {
        problems.addAll(profile.problems());
        profiles.put(source, profile);
    }

    @Override
    public void summary(String source, NsysKernelSummary summary) {
        problems.addAll(summary.problems());
        summaries.put(source, summary);
    }

    @Override
    public void problem(Problem problem) {
        problems.add(problem);
    }

    CaptureSet all(NcuView view) {
        Map<String, GraphAttribution> attributions = new TreeMap<>();
        for (GraphEvidence evidence : graphs) {
            GraphAttributions.of(evidence, graphs)
                    .ifPresent(graph -> attributions.put(evidence.source(), graph));
        }
        return new CaptureSet(
                captures.values().stream().flatMap(List::stream).toList(),
                profiles,
                view,
                summaries,
                RankComparisons.of(ranks),
                attributions,
                problems);
    }

    /// Sorting and summing leave large arrays behind, which the JVM would rather pile up than look
    /// for; in a large trace they are as much as the trace itself.
    private static void tidy(Trace trace) {
        if (trace.gpu().size() + trace.host().size() > LARGE_ROWS) {
            System.gc();
        }
    }
}
