package dev.llmprof.analysis.nsys;

import dev.llmprof.table.IntColumn;
import dev.llmprof.table.LongColumn;
import java.util.ArrayDeque;
import java.util.Deque;

/// NVTX ranges laid on the GPU's timeline (`nvtx_gpu_proj_trace`): from the start of the first
/// operation launched inside to the end of the last, at every level. Only ranges with operations
/// have a row, the earliest first.
///
/// `range` is a row of the host table. `parent` is the host row of the range around it, or -1;
/// `children` counts those that have a row here.
public record RangeProjection(
        IntColumn range,
        LongColumn startNanos,
        LongColumn durationNanos,
        IntColumn operations,
        IntColumn level,
        IntColumn children,
        IntColumn parent,
        Nesting nesting) {
    public static final int NONE = -1;

    public int size() {
        return range.size();
    }

    /// Where each range of the host table has its parent, whether it was projected or not.
    public record Nesting(IntColumn parent) {
        /// The host rows from the outermost range to this one.
        public Deque<Integer> path(int range) {
            Deque<Integer> path = new ArrayDeque<>();
            for (int at = range; at != NONE && path.size() <= parent.size(); at = parent.get(at)) {
                path.addFirst(at);
            }
            return path;
        }
    }
}
