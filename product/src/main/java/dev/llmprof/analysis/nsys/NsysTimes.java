package dev.llmprof.analysis.nsys;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/// Durations by group, without a list for each: one array, the groups one after the other.
final class NsysTimes {
    private static final NsysTime NONE = new NsysTime(0, 0, 0, 0, 0, 0, 0);

    private NsysTimes() {}

    /// One summary for each group. Rows of a negative group are left out.
    static NsysTime[] of(
            int rows, int groups, IntUnaryOperator groupOf, IntToLongFunction nanosOf) {
        int[] ends = new int[groups + 1];
        for (int row = 0; row < rows; row++) {
            ends[groupOf.applyAsInt(row) + 1]++;
        }
        ends[0] = 0;
        for (int group = 0; group < groups; group++) {
            ends[group + 1] += ends[group];
        }
        int[] next = Arrays.copyOf(ends, groups);
        long[] nanos = new long[ends[groups]];
        for (int row = 0; row < rows; row++) {
            int group = groupOf.applyAsInt(row);
            if (group >= 0) {
                nanos[next[group]++] = nanosOf.applyAsLong(row);
            }
        }
        NsysTime[] times = new NsysTime[groups];
        for (int group = 0; group < groups; group++) {
            times[group] = of(nanos, ends[group], ends[group + 1]);
        }
        return times;
    }

    /// Sorts that part of the array.
    static NsysTime of(long[] nanos, int from, int to) {
        int count = to - from;
        if (count == 0) {
            return NONE;
        }
        long total = 0;
        for (int at = from; at < to; at++) {
            total += nanos[at];
        }
        double deviation = deviation(nanos, from, to);
        Arrays.sort(nanos, from, to);
        int middle = from + count / 2;
        double median =
                count % 2 == 1
                        ? nanos[middle]
                        : nanos[middle - 1] + (nanos[middle] - nanos[middle - 1]) / 2.0;
        return new NsysTime(
                count,
                total,
                (double) total / count,
                median,
                nanos[from],
                nanos[to - 1],
                deviation);
    }

    /// Welford's way, which does not cancel.
    private static double deviation(long[] nanos, int from, int to) {
        double mean = 0;
        double squares = 0;
        for (int at = from; at < to; at++) {
            double distance = nanos[at] - mean;
            mean += distance / (at - from + 1);
            squares += distance * (nanos[at] - mean);
        }
        return to - from < 2 ? 0 : Math.sqrt(squares / (to - from - 1));
    }
}
