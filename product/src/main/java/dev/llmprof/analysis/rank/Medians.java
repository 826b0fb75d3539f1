package dev.llmprof.analysis.rank;

import java.util.Arrays;

/// What is in the middle of many values, which a few odd ones do not move.
final class Medians {
    private Medians() {}

    /// 0 of none; of two in the middle the lower.
    static long of(long[] values) {
        if (values.length == 0) {
            return 0;
        }
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(sorted.length - 1) / 2];
    }

    /// The median distance from the median.
    static long spread(long[] values) {
        long middle = of(values);
        return of(Arrays.stream(values).map(value -> Math.abs(value - middle)).toArray());
    }
}
