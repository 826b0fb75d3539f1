package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.drawing.TimelineView;
import dev.llmprof.analysis.drawing.TimelineViews;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.analysis.phase.PhaseOperator;
import dev.llmprof.analysis.phase.PhaseOperators;
import dev.llmprof.analysis.phase.WorkTree;
import dev.llmprof.analysis.phase.WorkTrees;
import java.util.List;

/// What only findings need of a capture: the timeline and the tree that are drawn, and the
/// operators of each phase with their shapes.
public record CapturePictures(TimelineView timeline, WorkTree tree, List<PhaseOperator> operators) {
    /// As many items as a browser draws at once without stumbling.
    private static final int DRAWN_ITEMS = 12_000;

    public CapturePictures {
        operators = List.copyOf(operators);
    }

    static CapturePictures of(NestedTrace nested) {
        return new CapturePictures(
                TimelineViews.of(nested.trace(), DRAWN_ITEMS),
                WorkTrees.of(nested),
                PhaseOperators.of(nested));
    }
}
