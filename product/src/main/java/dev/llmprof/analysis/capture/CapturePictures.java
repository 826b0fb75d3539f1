package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.drawing.MemoryView;
import dev.llmprof.analysis.drawing.TimelineView;
import dev.llmprof.analysis.drawing.TimelineViews;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.analysis.phase.PhaseOperator;
import dev.llmprof.analysis.phase.PhaseOperators;
import dev.llmprof.analysis.phase.WorkTree;
import dev.llmprof.analysis.phase.WorkTrees;
import java.util.List;

/// What only findings need of a capture: the timeline, the memory and the tree that are drawn, and
/// the operators of each phase with their shapes.
public record CapturePictures(
        TimelineView timeline, MemoryView memory, WorkTree tree, List<PhaseOperator> operators) {
    /// As many items as a browser draws at once without stumbling.
    private static final int DRAWN_ITEMS = 10_000;

    public CapturePictures {
        operators = List.copyOf(operators);
    }

    static CapturePictures of(NestedTrace nested) {
        TimelineView timeline = TimelineViews.of(nested.trace(), DRAWN_ITEMS);
        return new CapturePictures(
                timeline,
                MemoryView.of(nested.trace().allocations(), timeline.firstNanos()),
                WorkTrees.of(nested),
                PhaseOperators.of(nested));
    }
}
