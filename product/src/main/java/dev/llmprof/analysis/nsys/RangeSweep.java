package dev.llmprof.analysis.nsys;

import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.Arrays;

/// Walks each thread's ranges and calls in time, knowing at each moment which ranges are open. The
/// tree has the order of all but start/end ranges, which are sorted here.
///
/// Push/pop ranges of different domains, and start/end ranges, need not nest, so the open ones are
/// a list, not a stack. Ranges that end on another thread than they began on are left out, as nsys
/// does.
final class RangeSweep {
    /// Told of every range as it opens, and of every call with the ranges around it.
    interface Visitor {
        /// `open` are those that began before and may still be open, `count` of them.
        void range(int range, int[] open, int count);

        /// `around` are the ranges that hold the whole call, the outermost first.
        void call(int call, int[] around, int count);
    }

    private static final int NONE = -1;

    private final HostTable host;
    private final LaunchedWork work;
    private final int[] order;
    private final int[] free;
    private int[] open = new int[32];
    private int[] around = new int[32];
    private int openCount;
    private int nextNested;
    private int nextFree;

    private RangeSweep(HostTable host, LaunchedWork work, int[] order, int[] free) {
        this.host = host;
        this.work = work;
        this.order = order;
        this.free = free;
    }

    static RangeSweep of(HostTree tree, LaunchedWork work) {
        HostTable host = tree.host();
        int[] free = Rows.where(host.size(), row -> isFree(host, row) && isOnOneThread(host, row));
        Rows.sorted(free, (left, right) -> byThreadAndTime(host, left, right));
        return new RangeSweep(host, work, tree.order(), free);
    }

    HostTable host() {
        return host;
    }

    LaunchedWork work() {
        return work;
    }

    static boolean isOnOneThread(HostTable host, int row) {
        return NsysSummaries.isRange(host.kindOf(row))
                && host.externalId().get(row) != HostTable.NONE;
    }

    void over(Visitor visitor) {
        nextNested = 0;
        nextFree = 0;
        openCount = 0;
        for (int row : order) {
            if (work.any(row)) {
                enterBefore(host.thread().code(row), host.startNanos().get(row), visitor);
                visit(row, visitor);
            }
        }
        enterBefore(Integer.MAX_VALUE, Long.MAX_VALUE, visitor);
    }

    /// All ranges of earlier threads, and those of this one that begin by then.
    private void enterBefore(int thread, long nanos, Visitor visitor) {
        for (int range = next(); range != NONE && begins(range, thread, nanos); range = next()) {
            if (nextFree < free.length && free[nextFree] == range) {
                nextFree++;
            } else {
                nextNested++;
            }
            enter(range, visitor);
        }
    }

    private boolean begins(int range, int thread, long nanos) {
        int of = host.thread().code(range);
        return of < thread || (of == thread && host.startNanos().get(range) <= nanos);
    }

    /// Of the two orders, as if they were one.
    private int next() {
        while (nextNested < order.length && !isOnOneThread(host, order[nextNested])) {
            nextNested++;
        }
        if (nextNested == order.length || nextFree == free.length) {
            return nextNested < order.length
                    ? order[nextNested]
                    : nextFree < free.length ? free[nextFree] : NONE;
        }
        int nested = order[nextNested];
        int compared = byThreadAndTime(host, nested, free[nextFree]);
        return compared < 0 || (compared == 0 && nested < free[nextFree]) ? nested : free[nextFree];
    }

    private void enter(int range, Visitor visitor) {
        close(range);
        visitor.range(range, open, openCount);
        if (openCount == open.length) {
            open = Arrays.copyOf(open, openCount * 2);
            around = Arrays.copyOf(around, openCount * 2);
        }
        open[openCount++] = range;
    }

    private void visit(int call, Visitor visitor) {
        close(call);
        long end = host.endNanos(call);
        int count = 0;
        for (int at = 0; at < openCount; at++) {
            if (host.endNanos(open[at]) >= end) {
                around[count++] = open[at];
            }
        }
        visitor.call(call, around, count);
    }

    /// Forgets the ranges that ended before that row begins, and those of the thread before.
    private void close(int row) {
        long nanos = host.startNanos().get(row);
        if (openCount > 0 && host.thread().code(open[0]) != host.thread().code(row)) {
            openCount = 0;
        }
        int kept = 0;
        for (int at = 0; at < openCount; at++) {
            if (host.endNanos(open[at]) >= nanos) {
                open[kept++] = open[at];
            }
        }
        openCount = kept;
    }

    private static boolean isFree(HostTable host, int row) {
        return host.kindOf(row) == HostKind.FREE_RANGE;
    }

    /// As the tree has it: by thread, by start, the longer first.
    private static int byThreadAndTime(HostTable host, int left, int right) {
        int threads = Integer.compare(host.thread().code(left), host.thread().code(right));
        if (threads != 0) {
            return threads;
        }
        int starts = Long.compare(host.startNanos().get(left), host.startNanos().get(right));
        return starts != 0
                ? starts
                : Long.compare(host.durationNanos().get(right), host.durationNanos().get(left));
    }
}
