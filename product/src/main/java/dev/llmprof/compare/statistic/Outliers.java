package dev.llmprof.compare.statistic;

import java.util.Arrays;
import java.util.stream.IntStream;

/// Runs far from the others of their side, by Iglewicz and Hoaglin's modified z.
public final class Outliers {
    private static final double FAR = 3.5;
    private static final double MAD_TO_DEVIATION = 0.6745;
    private static final double MEAN_TO_DEVIATION = 1.253314;

    private Outliers() {}

    /// Their places among the values.
    public static int[] of(double[] values) {
        double[] logs = Samples.logs(values);
        double median = Samples.median(logs);
        double[] distances = Arrays.stream(logs).map(log -> Math.abs(log - median)).toArray();
        double spread = spread(distances);
        return IntStream.range(0, values.length)
                .filter(at -> distances[at] > FAR * spread)
                .toArray();
    }

    /// Where more than half are equal, their median distance is 0 and the mean one is taken.
    private static double spread(double[] distances) {
        double median = Samples.median(distances);
        return median > 0 ? median / MAD_TO_DEVIATION : Samples.mean(distances) * MEAN_TO_DEVIATION;
    }
}
