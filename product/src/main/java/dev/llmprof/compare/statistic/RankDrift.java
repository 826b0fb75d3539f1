package dev.llmprof.compare.statistic;

import java.util.Arrays;
import java.util.stream.IntStream;

/// Whether the values of a side drift with time: Spearman's rank correlation with the order of
/// starting, by its exact distribution.
public final class RankDrift {
    private static final int AT_LEAST = 5;
    private static final double SURE = 0.01;

    /// All orders of so many runs are counted; of more, Student's t is close.
    private static final int EXACT_RUNS = 12;

    private RankDrift() {}

    /// Of values in the order in which their runs began.
    public static boolean drifts(double[] values) {
        return values.length >= AT_LEAST && p(values) < SURE;
    }

    /// Two-sided.
    static double p(double[] values) {
        int n = values.length;
        double[] ranks = ranks(values);
        double distance = IntStream.range(0, n).mapToDouble(i -> square(ranks[i] - (i + 1))).sum();
        double mean = n * ((double) n * n - 1) / 6;
        if (n > EXACT_RUNS) {
            double rho = 1 - distance / mean;
            double t = rho * Math.sqrt((n - 2) / Math.max(1 - rho * rho, 1e-12));
            return StudentT.twoSided(t, n - 2);
        }
        double[] orders = orders(n);
        // The distribution is even about its mean; a tie is taken to the side of more caution.
        double nearer = Math.ceil(Math.min(distance, 2 * mean - distance));
        double count = 0;
        for (int sum = 0; sum <= nearer && sum < orders.length; sum++) {
            count += orders[sum];
        }
        return Math.min(1, 2 * count / Arrays.stream(orders).sum());
    }

    /// Equal values share the mean of their ranks.
    private static double[] ranks(double[] values) {
        double[] sorted = Arrays.stream(values).sorted().toArray();
        return Arrays.stream(values)
                .map(value -> {
                    double less = Arrays.stream(sorted).filter(each -> each < value).count();
                    double equal = Arrays.stream(sorted).filter(each -> each == value).count();
                    return less + (equal + 1) / 2;
                })
                .toArray();
    }

    /// How many orders of n runs have which sum of squared distances, by the ranks already given.
    private static double[] orders(int n) {
        int most = n * (n * n - 1) / 3;
        double[][] counts = new double[1 << n][most + 1];
        counts[0][0] = 1;
        for (int given = 0; given < counts.length; given++) {
            int place = Integer.bitCount(given);
            for (int rank = 0; rank < n; rank++) {
                if ((given >> rank & 1) == 0) {
                    add(counts[given], counts[given | 1 << rank], (rank - place) * (rank - place));
                }
            }
        }
        return counts[counts.length - 1];
    }

    private static void add(double[] from, double[] into, int distance) {
        for (int sum = 0; sum + distance < into.length; sum++) {
            into[sum + distance] += from[sum];
        }
    }

    private static double square(double value) {
        return value * value;
    }
}
