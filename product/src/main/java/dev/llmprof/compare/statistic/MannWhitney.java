package dev.llmprof.compare.statistic;

import java.util.Arrays;

/// The exact distribution of Mann and Whitney's U for two sides of n and m runs without ties.
final class MannWhitney {
    /// Above it the normal distribution is closer than anybody's measurements.
    private static final int EXACT_PAIRS = 10_000;

    private final int pairs;
    private final double[] cumulative;

    private MannWhitney(int pairs, double[] cumulative) {
        this.pairs = pairs;
        this.cumulative = cumulative;
    }

    static MannWhitney of(int n, int m) {
        double[] probabilities = n * m <= EXACT_PAIRS ? exact(n, m) : normal(n, m);
        Arrays.parallelPrefix(probabilities, Double::sum);
        return new MannWhitney(n * m, probabilities);
    }

    static boolean isExact(int n, int m) {
        return n * m <= EXACT_PAIRS;
    }

    /// How often U is at most this.
    double below(int u) {
        return u < 0 ? 0 : Math.min(1, cumulative[Math.min(u, pairs)]);
    }

    /// The largest U that is at most this often reached from below; -1 where none is.
    int critical(double tail) {
        int u = -1;
        while (u + 1 <= pairs && below(u + 1) <= tail) {
            u++;
        }
        return u;
    }

    /// Two-sided, of a U in which a tie counts half: rounded to the side of more caution.
    double twoSided(double u) {
        double nearer = Math.min(u, pairs - u);
        return Math.min(1, 2 * below((int) Math.ceil(nearer)));
    }

    /// By the largest value: it is of the first side with n / (n + m) and then above all m others,
    /// or of the second. Only sums of positive terms, so no digit is lost.
    private static double[] exact(int n, int m) {
        double[][] row = new double[m + 1][];
        for (int j = 0; j <= m; j++) {
            row[j] = new double[] {1};
        }
        for (int i = 1; i <= n; i++) {
            double[][] next = new double[m + 1][];
            next[0] = new double[] {1};
            for (int j = 1; j <= m; j++) {
                next[j] = step(row[j], next[j - 1], i, j);
            }
            row = next;
        }
        return row[m];
    }

    private static double[] step(double[] firstLess, double[] secondLess, int i, int j) {
        double[] result = new double[i * j + 1];
        double first = (double) i / (i + j);
        double second = (double) j / (i + j);
        for (int u = 0; u < result.length; u++) {
            double fromFirst = u >= j && u - j < firstLess.length ? firstLess[u - j] : 0;
            double fromSecond = u < secondLess.length ? secondLess[u] : 0;
            result[u] = first * fromFirst + second * fromSecond;
        }
        return result;
    }

    private static double[] normal(int n, int m) {
        double mean = n * (double) m / 2;
        double deviation = Math.sqrt(n * (double) m * (n + m + 1) / 12);
        double[] result = new double[n * m + 1];
        double sum = 0;
        for (int u = 0; u < result.length; u++) {
            double z = (u - mean) / deviation;
            result[u] = Math.exp(-z * z / 2);
            sum += result[u];
        }
        for (int u = 0; u < result.length; u++) {
            result[u] /= sum;
        }
        return result;
    }
}
