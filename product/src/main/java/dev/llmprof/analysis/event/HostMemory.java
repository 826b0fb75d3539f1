package dev.llmprof.analysis.event;

import dev.llmprof.table.Rows;
import dev.llmprof.trace.AllocationTable;

/// Host memory taken and given back up to any time, on whatever thread.
public final class HostMemory {
    private static final int HOST = 0;

    private final long[] times;
    private final long[] sums;

    private HostMemory(long[] times, long[] sums) {
        this.times = times;
        this.sums = sums;
    }

    public static HostMemory of(AllocationTable table) {
        int[] rows =
                Rows.sorted(
                        Rows.where(table.size(), row -> table.deviceType().get(row) == HOST),
                        (left, right) ->
                                Long.compare(
                                        table.timeNanos().get(left), table.timeNanos().get(right)));
        long[] times = new long[rows.length];
        long[] sums = new long[rows.length + 1];
        for (int at = 0; at < rows.length; at++) {
            times[at] = table.timeNanos().get(rows[at]);
            sums[at + 1] = sums[at] + table.bytes().get(rows[at]);
        }
        return new HostMemory(times, sums);
    }

    /// The bytes taken from start to end, both included.
    public long between(long start, long end) {
        return sums[before(end + 1)] - sums[before(start)];
    }

    /// How many are earlier than a time.
    private int before(long time) {
        int low = 0;
        int high = times.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (times[middle] < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
