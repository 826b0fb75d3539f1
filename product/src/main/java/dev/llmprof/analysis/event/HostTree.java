package dev.llmprof.analysis.event;

import dev.llmprof.table.Rows;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.Arrays;
import java.util.function.IntPredicate;

/// Which host event lies inside which, thread by thread; rows are those of the table.
///
/// Sorted by start, then longer first, then as in the file. An event that overlaps its neighbour
/// only in part is nobody's child and closes the other.
public final class HostTree {
    public static final int NONE = -1;

    private final HostTable host;
    private final int[] order;
    private final int[] parent;
    private final long[] childNanos;

    private HostTree(HostTable host, int[] order) {
        this.host = host;
        this.order = order;
        this.parent = new int[host.size()];
        this.childNanos = new long[host.size()];
        Arrays.fill(parent, NONE);
    }

    public static HostTree of(HostTable host) {
        return of(host, _ -> true);
    }

    /// Nests only the rows wanted, as if the others were not there.
    public static HostTree of(HostTable host, IntPredicate wanted) {
        IntPredicate nodes = row -> host.kindOf(row).nests() && wanted.test(row);
        HostTree tree = new HostTree(host, byThreadAndTime(host, nodes));
        tree.nest();
        return tree;
    }

    public HostTable host() {
        return host;
    }

    /// All nodes, parents before children.
    public int[] order() {
        return order;
    }

    public int parent(int row) {
        return parent[row];
    }

    /// For each row how many lie directly in it.
    public int[] children() {
        int[] children = new int[host.size()];
        for (int row : order) {
            if (parent[row] != NONE) {
                children[parent[row]]++;
            }
        }
        return children;
    }

    public long selfNanos(int row) {
        return host.durationNanos().get(row) - childNanos[row];
    }

    /// For each row the nearest of a kind around it, itself included; NONE where there is none.
    public int[] nearest(HostKind kind) {
        int[] nearest = new int[host.size()];
        Arrays.fill(nearest, NONE);
        for (int row : order) {
            boolean wanted = host.kind().get(row) == kind.code();
            nearest[row] = wanted ? row : parent[row] == NONE ? NONE : nearest[parent[row]];
        }
        return nearest;
    }

    private void nest() {
        int[] stack = new int[64];
        int depth = 0;
        int thread = NONE;
        for (int row : order) {
            if (host.thread().code(row) != thread) {
                thread = host.thread().code(row);
                depth = 0;
            }
            while (depth > 0 && !encloses(stack[depth - 1], row)) {
                depth--;
            }
            if (depth > 0) {
                int above = stack[depth - 1];
                parent[row] = above;
                childNanos[above] += host.durationNanos().get(row);
            }
            if (depth == stack.length) {
                stack = Arrays.copyOf(stack, depth * 2);
            }
            stack[depth++] = row;
        }
    }

    private boolean encloses(int above, int row) {
        long end = host.endNanos(above);
        return host.startNanos().get(row) < end && host.endNanos(row) <= end;
    }

    private static int[] byThreadAndTime(HostTable host, IntPredicate nodes) {
        int[] ends = new int[host.thread().values().size() + 1];
        for (int row = 0; row < host.size(); row++) {
            if (nodes.test(row)) {
                ends[host.thread().code(row) + 1]++;
            }
        }
        Arrays.parallelPrefix(ends, Integer::sum);
        int[] next = ends.clone();
        int[] order = new int[ends[ends.length - 1]];
        for (int row = 0; row < host.size(); row++) {
            if (nodes.test(row)) {
                order[next[host.thread().code(row)]++] = row;
            }
        }
        for (int thread = 0; thread + 1 < ends.length; thread++) {
            int[] rows = Arrays.copyOfRange(order, ends[thread], ends[thread + 1]);
            Rows.sorted(rows, (left, right) -> byTime(host, left, right));
            System.arraycopy(rows, 0, order, ends[thread], rows.length);
        }
        return order;
    }

    private static int byTime(HostTable host, int left, int right) {
        int starts = Long.compare(host.startNanos().get(left), host.startNanos().get(right));
        return starts != 0
                ? starts
                : Long.compare(host.durationNanos().get(right), host.durationNanos().get(left));
    }
}
