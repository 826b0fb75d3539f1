package dev.llmprof.analysis.rank;

import java.util.Arrays;

/// One clock against another: how far it is ahead at a moment, how much faster it runs, and how far
/// from that line half of the observations lie.
record ClockFit(double atNanos, double offsetNanos, double drift, long residualNanos, int count) {
    private static final int ROUNDS = 4;

    /// Three standard deviations of what is normally spread, from the median distance.
    private static final double FAR = 3 * 1.4826;

    static final int LEAST = 3;

    double at(double nanos) {
        return offsetNanos + drift * (nanos - atNanos);
    }

    /// The straight line through `apart` over `at`; what lies far from it is left out and the rest
    /// is asked again. With fewer than three observations there is no drift.
    static ClockFit of(double[] at, double[] apart) {
        boolean[] used = new boolean[at.length];
        Arrays.fill(used, true);
        ClockFit fit = line(at, apart, used);
        for (int round = 0; round < ROUNDS; round++) {
            long[] distances = new long[at.length];
            for (int i = 0; i < at.length; i++) {
                distances[i] = Math.round(Math.abs(apart[i] - fit.at(at[i])));
            }
            double limit = Math.max(1, FAR * fit.residualNanos());
            for (int i = 0; i < at.length; i++) {
                used[i] = distances[i] <= limit;
            }
            fit = line(at, apart, used);
        }
        return fit;
    }

    private static ClockFit line(double[] at, double[] apart, boolean[] used) {
        int count = 0;
        double meanAt = 0;
        double meanApart = 0;
        for (int i = 0; i < at.length; i++) {
            if (used[i]) {
                count++;
                meanAt += (at[i] - meanAt) / count;
                meanApart += (apart[i] - meanApart) / count;
            }
        }
        double square = 0;
        double product = 0;
        for (int i = 0; i < at.length; i++) {
            if (used[i]) {
                square += (at[i] - meanAt) * (at[i] - meanAt);
                product += (at[i] - meanAt) * (apart[i] - meanApart);
            }
        }
        double drift = count < LEAST || square == 0 ? 0 : product / square;
        long[] distances = new long[at.length];
        for (int i = 0; i < at.length; i++) {
            distances[i] = Math.round(Math.abs(apart[i] - meanApart - drift * (at[i] - meanAt)));
        }
        return new ClockFit(meanAt, meanApart, drift, Medians.of(distances), count);
    }
}
