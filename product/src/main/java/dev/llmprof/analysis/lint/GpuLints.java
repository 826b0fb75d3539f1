package dev.llmprof.analysis.lint;

import dev.llmprof.analysis.breakdown.Attribution;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.TraceSigns;
import java.util.List;

/// Whether GPU work can be led back to who asked for it.
final class GpuLints {
    private static final double UNLINKED = .05;
    private static final double OPAQUE = .10;
    private static final int MANY_CALLS = 10;

    private GpuLints() {}

    static List<LintFinding> of(Capture capture) {
        var evidence = Evidence.of(capture);
        TraceSigns signs = capture.signs();
        boolean nsys = capture.origin().tool().equals("nsys");
        long gpuEvents = capture.gpu().attribution().gpuEvents();
        boolean capturing = capture.gpu().graphLaunches().isOfCapture();
        evidence.add(
                capturing,
                LintRule.GRAPH_CAPTURE,
                "%,d graphs were captured and none was replayed",
                capture.gpu().graphLaunches().captures());
        evidence.add(
                gpuEvents == 0 && signs.calls() >= MANY_CALLS && !capturing,
                LintRule.NO_GPU_WORK,
                "%,d calls and no GPU event",
                signs.calls());
        evidence.add(
                nsys && gpuEvents == 0 && signs.calls() == 0,
                LintRule.NSYS_WITHOUT_CUDA,
                "no table of CUDA calls and none of kernels");
        if (gpuEvents > 0) {
            unlinked(evidence, capture);
            graphs(evidence, capture);
        }
        return evidence.found();
    }

    /// A trace of the GPU alone has no launches to link to; operators are missing in all of it.
    private static void unlinked(Evidence evidence, Capture capture) {
        Attribution attribution = capture.gpu().attribution();
        TraceSigns signs = capture.signs();
        boolean clipped =
                signs.clipped().events() > 0 && signs.clipped().events() < attribution.gpuEvents();
        evidence.add(
                clipped,
                LintRule.CLIPPED_AT_EDGE,
                "%,d GPU events (%s) were launched before the window",
                signs.clipped().events(),
                Evidence.time(signs.clipped().nanos()));
        long linked = signs.linked().nanos();
        long without = attribution.gpuNanos() - linked - (clipped ? signs.clipped().nanos() : 0);
        double share = Evidence.share(without, attribution.gpuNanos());
        evidence.add(
                share > UNLINKED,
                LintRule.UNLINKED_GPU_TIME,
                "%.1f %% of the GPU time (%s)",
                100 * share,
                Evidence.time(without));
    }

    private static void graphs(Evidence evidence, Capture capture) {
        Attribution attribution = capture.gpu().attribution();
        Attribution.Rest unknown = attribution.unknownInGraphs();
        double share = Evidence.share(unknown.nanos(), attribution.gpuNanos());
        boolean operators = !capture.host().operators().rows().isEmpty();
        evidence.add(
                share > OPAQUE && operators,
                LintRule.OPAQUE_GRAPHS,
                "%.1f %% of the GPU time, %,d events",
                100 * share,
                unknown.events());
        TraceSigns.Timed whole = capture.signs().wholeGraphs();
        evidence.add(
                whole.events() > 0,
                LintRule.WHOLE_GRAPHS,
                "%,d graph launches, %s",
                whole.events(),
                Evidence.time(whole.nanos()));
    }
}
