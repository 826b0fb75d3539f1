package dev.llmprof.analysis.path;

import dev.llmprof.table.Rows;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.Lane;
import java.util.Arrays;
import java.util.function.IntPredicate;

/// Which GPU event ended before which: on its own stream, and anywhere.
final class GpuNeighbours {
    static final int NONE = -1;

    /// So many events that ended last are looked at, so that a walk stays linear.
    private static final int LOOKED_AT = 64;

    private final GpuTable gpu;
    private final int[] previous;
    private final int[] byStart;

    /// Sorted when it is first asked for: most work waits for its own stream only.
    private int[] byEnd = new int[0];

    GpuNeighbours(GpuTable gpu, int[] byStart) {
        this.gpu = gpu;
        this.previous = new int[gpu.size()];
        this.byStart = byStart;
        int[] last = new int[gpu.lane().values().size()];
        Arrays.fill(last, NONE);
        for (int row : byStart) {
            int lane = gpu.lane().code(row);
            previous[row] = last[lane];
            boolean later = last[lane] == NONE || gpu.endNanos(row) >= gpu.endNanos(last[lane]);
            last[lane] = later ? row : last[lane];
        }
    }

    /// The last to end of those that began on the same stream before.
    int previous(int row) {
        return previous[row];
    }

    /// The last to end within `(after, until]` of those wanted.
    int endedLast(long after, long until, IntPredicate wanted) {
        if (byEnd.length < byStart.length) {
            byEnd = Rows.sorted(byStart.clone(), this::ends);
        }
        int at = firstEndingAfter(until) - 1;
        for (int looked = 0; at >= 0 && looked < LOOKED_AT; looked++, at--) {
            int row = byEnd[at];
            if (gpu.endNanos(row) <= after) {
                return NONE;
            }
            if (wanted.test(row)) {
                return row;
            }
        }
        return NONE;
    }

    /// The last to begin before `nanos` of those wanted that had not ended then.
    int running(long nanos, IntPredicate wanted) {
        int at = first(byStart, row -> gpu.startNanos().get(row) >= nanos) - 1;
        for (int looked = 0; at >= 0 && looked < LOOKED_AT; looked++, at--) {
            if (gpu.endNanos(byStart[at]) > nanos && wanted.test(byStart[at])) {
                return byStart[at];
            }
        }
        return NONE;
    }

    boolean ofProcess(int row, String process) {
        Lane lane = gpu.lane().values().get(gpu.lane().code(row));
        return lane.process().isEmpty() || lane.process().equals(process);
    }

    private int ends(int left, int right) {
        return Long.compare(gpu.endNanos(left), gpu.endNanos(right));
    }

    private int firstEndingAfter(long nanos) {
        return first(byEnd, row -> gpu.endNanos(row) > nanos);
    }

    /// The place of the first row from which on all are `after`.
    private static int first(int[] rows, IntPredicate after) {
        int low = 0;
        int high = rows.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (after.test(rows[middle])) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
