package dev.llmprof.trace;

import dev.llmprof.table.IntColumn;
import dev.llmprof.table.LongColumn;

/// Memory taken (positive) and given back (negative), by PyTorch's allocators. `deviceType` is
/// PyTorch's: 0 CPU, 1 CUDA.
public record AllocationTable(
        LongColumn timeNanos,
        LongColumn bytes,
        IntColumn deviceType,
        IntColumn device,
        LongColumn totalAllocatedBytes,
        LongColumn totalReservedBytes) {
    /// Of captures that say nothing about memory.
    public static final AllocationTable NONE =
            new AllocationTable(
                    LongColumn.of(),
                    LongColumn.of(),
                    IntColumn.of(),
                    IntColumn.of(),
                    LongColumn.of(),
                    LongColumn.of());

    public int size() {
        return timeNanos.size();
    }
}
