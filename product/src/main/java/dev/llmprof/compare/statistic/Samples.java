package dev.llmprof.compare.statistic;

import java.util.Arrays;

/// Mean, median and sums of squares of a few values.
public final class Samples {

    private Samples() {}

    static double[] logs(double[] values) {
        return Arrays.stream(values).map(Math::log).toArray();
    }

    public static double mean(double[] values) {
        return Arrays.stream(values).sum() / values.length;
    }

    /// Of the distances to the mean.
    static double squares(double[] values) {
        double mean = mean(values);
        return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    }

    public static double median(double[] values) {
        return medianSorted(Arrays.stream(values).sorted().toArray());
    }

    static double medianSorted(double[] sorted) {
        int count = sorted.length;
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
    }
}
