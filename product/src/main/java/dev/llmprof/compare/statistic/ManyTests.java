package dev.llmprof.compare.statistic;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// Corrections of p values where several are looked at. Answers are in the order of the values.
public final class ManyTests {

    private ManyTests() {}

    /// Holm's step-down: the chance of one false finding or more.
    public static double[] holm(double[] values) {
        double[] result = new double[values.length];
        List<Integer> order = ascending(values);
        double largest = 0;
        for (int rank = 0; rank < values.length; rank++) {
            int at = order.get(rank);
            largest = Math.max(largest, Math.min(1, values[at] * (values.length - rank)));
            result[at] = largest;
        }
        return result;
    }

    /// Benjamini and Hochberg's step-up: the share of false findings.
    public static double[] benjaminiHochberg(double[] values) {
        double[] result = new double[values.length];
        List<Integer> order = ascending(values);
        double smallest = 1;
        for (int rank = values.length - 1; rank >= 0; rank--) {
            int at = order.get(rank);
            smallest = Math.min(smallest, values[at] * values.length / (rank + 1));
            result[at] = smallest;
        }
        return result;
    }

    private static List<Integer> ascending(double[] values) {
        return IntStream.range(0, values.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer at) -> values[at]))
                .toList();
    }
}
