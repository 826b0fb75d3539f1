package dev.llmprof.analysis;

import dev.llmprof.trace.Trace;

/// Prepares a capture for reports.
public final class Captures {
    /// As many items as a browser draws at once without stumbling.
    private static final int DRAWN_ITEMS = 12_000;

    private Captures() {}

    public static Capture of(Trace trace, TraceAnalysis analysis) {
        PhasedTrace phased = PhasedTrace.of(trace);
        return new Capture(
                analysis,
                TimelineViews.of(trace, DRAWN_ITEMS),
                WorkTrees.of(phased),
                PhaseOperators.of(phased));
    }
}
