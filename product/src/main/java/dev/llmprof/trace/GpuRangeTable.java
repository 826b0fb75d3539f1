package dev.llmprof.trace;

import dev.llmprof.table.LongColumn;
import dev.llmprof.table.TextColumn;

/// Ranges that the tool itself projected onto the GPU's timeline.
public record GpuRangeTable(TextColumn name, LongColumn startNanos, LongColumn durationNanos) {
    public int size() {
        return startNanos.size();
    }
}
