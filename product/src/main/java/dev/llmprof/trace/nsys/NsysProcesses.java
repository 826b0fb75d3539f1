package dev.llmprof.trace.nsys;

import dev.llmprof.table.LongIndex;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.sqlite.SqliteRows;

/// Splits nsys's serialized ids and keeps correlation ids of different processes apart.
final class NsysProcesses {
    private static final long PROCESS = 0xFFFF_FFFF_FF00_0000L;
    private static final int SHIFT = 40;

    private final LongIndex ordinals = new LongIndex();

    static long process(long globalId) {
        return globalId & PROCESS;
    }

    static long pid(long globalId) {
        return globalId >>> 24 & 0xFF_FFFF;
    }

    static long tid(long globalId) {
        return globalId & 0xFF_FFFF;
    }

    /// Correlation ids count from 1 in each process, so all but the first seen get their number on
    /// top.
    long correlation(SqliteRows rows, int correlationSlot, int processSlot) {
        long correlation = rows.integer(correlationSlot, GpuTable.NONE);
        if (correlation < 0) {
            return GpuTable.NONE;
        }
        long process = process(rows.integer(processSlot));
        ordinals.putIfAbsent(process, ordinals.size());
        return (long) ordinals.get(process) << SHIFT | correlation;
    }
}
