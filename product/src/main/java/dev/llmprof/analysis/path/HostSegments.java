package dev.llmprof.analysis.path;

import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.trace.HostTable;
import java.util.Arrays;

/// What a thread did just before a time: the innermost event around it, and since when.
final class HostSegments {
    static final int NONE = -1;

    private final HostTree tree;
    private final HostTable host;

    /// Where the rows of each thread begin in the tree's order, which goes thread by thread.
    private final int[] begins;

    /// The place after the one that was found last on each thread.
    private final int[] near;

    HostSegments(HostTree tree) {
        this.tree = tree;
        this.host = tree.host();
        this.begins = new int[host.thread().values().size() + 1];
        Arrays.fill(begins, NONE);
        int[] order = tree.order();
        for (int at = order.length - 1; at >= 0; at--) {
            begins[host.thread().code(order[at])] = at;
        }
        begins[begins.length - 1] = order.length;
        for (int thread = begins.length - 2; thread >= 0; thread--) {
            begins[thread] = begins[thread] == NONE ? begins[thread + 1] : begins[thread];
        }
        this.near = Arrays.copyOfRange(begins, 1, begins.length);
    }

    /// `row` is NONE where nothing was open. `known` is false where the thread has nothing earlier.
    record Segment(int row, long sinceNanos, boolean known) {}

    Segment before(int thread, long nanos) {
        int at = lastStartedBefore(thread, nanos);
        if (at < begins[thread]) {
            return new Segment(NONE, Long.MIN_VALUE, false);
        }
        int row = tree.order()[at];
        long since = host.startNanos().get(row);
        while (row != HostTree.NONE && host.endNanos(row) < nanos) {
            since = Math.max(since, host.endNanos(row));
            row = tree.parent(row);
        }
        return new Segment(row == HostTree.NONE ? NONE : row, since, true);
    }

    /// Walks go back in time, so the place is looked for in growing steps below the last one.
    private int lastStartedBefore(int thread, long nanos) {
        int low = begins[thread];
        int high = begins[thread + 1];
        if (near[thread] < high && !startedBefore(near[thread], nanos)) {
            high = near[thread];
            for (int step = 1; high - step > low; step *= 2) {
                if (startedBefore(high - step, nanos)) {
                    low = high - step;
                } else {
                    high -= step;
                }
            }
        }
        near[thread] = search(low, high, nanos);
        return near[thread] - 1;
    }

    private boolean startedBefore(int place, long nanos) {
        return host.startNanos().get(tree.order()[place]) < nanos;
    }

    private int search(int from, int to, long nanos) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (startedBefore(middle, nanos)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
