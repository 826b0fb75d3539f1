package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.breakdown.Nested;
import dev.llmprof.analysis.drawing.TimelineViews;
import dev.llmprof.analysis.phase.PhaseOperators;
import dev.llmprof.analysis.phase.PhasedTrace;
import dev.llmprof.analysis.phase.WorkTrees;

/// Prepares a capture for reports.
public final class Captures {
    /// As many items as a browser draws at once without stumbling.
    private static final int DRAWN_ITEMS = 12_000;

    private Captures() {}

    public static Capture of(Studied studied) {
        Nested nested = studied.events().nested();
        PhasedTrace phased = PhasedTrace.of(nested);
        return new Capture(
                studied.analysis(),
                TimelineViews.of(nested.trace(), DRAWN_ITEMS),
                WorkTrees.of(phased),
                PhaseOperators.of(phased));
    }
}
