package dev.llmprof.analysis.nsys;

import dev.llmprof.table.IntColumn;
import dev.llmprof.table.LongColumn;

/// NVTX ranges laid on the GPU's timeline (`nvtx_gpu_proj_trace`): from the start of the first
/// operation launched inside to the end of the last, at every level. Only ranges with operations
/// have a row, the earliest first.
///
/// `range` is a row of the host table. `parent` is the host row of the range around it, or -1;
/// `children` counts those that have a row here.
record RangeProjection(
        IntColumn range,
        LongColumn startNanos,
        LongColumn durationNanos,
        IntColumn operations,
        IntColumn level,
        IntColumn children,
        IntColumn parent) {
    static final int NONE = -1;

    int size() {
        return range.size();
    }
}
