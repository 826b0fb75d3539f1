package dev.llmprof.analysis.nsys;

import dev.llmprof.table.Rows;
import dev.llmprof.trace.HostTable;
import java.util.Arrays;

/// Walks each thread's ranges and calls in time, knowing at each moment which ranges are open.
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

    private final HostTable host;
    private final ThreadRows ranges;
    private final ThreadRows calls;
    private int[] open = new int[32];
    private int[] around = new int[32];
    private int openCount;

    private RangeSweep(HostTable host, int[] callRows) {
        this.host = host;
        this.ranges = ThreadRows.of(host, Rows.where(host.size(), row -> isOnOneThread(host, row)));
        this.calls = ThreadRows.of(host, callRows);
    }

    static void over(HostTable host, int[] callRows, Visitor visitor) {
        var sweep = new RangeSweep(host, callRows);
        for (int thread = 0; thread < sweep.ranges.threads(); thread++) {
            sweep.thread(thread, visitor);
        }
    }

    static boolean isOnOneThread(HostTable host, int row) {
        return NsysSummaries.isRange(host.kindOf(row))
                && host.externalId().get(row) != HostTable.NONE;
    }

    private void thread(int thread, Visitor visitor) {
        int range = ranges.firsts()[thread];
        int lastRange = ranges.firsts()[thread + 1];
        openCount = 0;
        for (int at = calls.firsts()[thread]; at < calls.firsts()[thread + 1]; at++) {
            int call = calls.rows()[at];
            long start = host.startNanos().get(call);
            while (range < lastRange && host.startNanos().get(ranges.rows()[range]) <= start) {
                enter(ranges.rows()[range++], visitor);
            }
            visit(call, start, visitor);
        }
        while (range < lastRange) {
            enter(ranges.rows()[range++], visitor);
        }
    }

    private void enter(int range, Visitor visitor) {
        close(host.startNanos().get(range));
        visitor.range(range, open, openCount);
        if (openCount == open.length) {
            open = Arrays.copyOf(open, openCount * 2);
            around = Arrays.copyOf(around, openCount * 2);
        }
        open[openCount++] = range;
    }

    private void visit(int call, long start, Visitor visitor) {
        close(start);
        long end = host.endNanos(call);
        int count = 0;
        for (int at = 0; at < openCount; at++) {
            if (host.endNanos(open[at]) >= end) {
                around[count++] = open[at];
            }
        }
        visitor.call(call, around, count);
    }

    /// Forgets the ranges that ended before that time.
    private void close(long nanos) {
        int kept = 0;
        for (int at = 0; at < openCount; at++) {
            if (host.endNanos(open[at]) >= nanos) {
                open[kept++] = open[at];
            }
        }
        openCount = kept;
    }
}
