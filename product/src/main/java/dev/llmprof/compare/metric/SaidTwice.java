package dev.llmprof.compare.metric;

import dev.llmprof.compare.metric.MetricAnswers.Pair;
import dev.llmprof.compare.statistic.ManyTests;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// Holm's steps over what was really measured: a time and the rate that is its reciprocal in every
/// run are one measurement said twice, and one chance of a false finding.
final class SaidTwice {
    private static final double CLOSE = 1e-9;

    private final int[] first;

    /// For each metric the first that says the same.
    private SaidTwice(int[] first) {
        this.first = first;
    }

    static SaidTwice of(List<Pair> pairs) {
        int[] first = new int[pairs.size()];
        for (int at = 0; at < first.length; at++) {
            int own = at;
            first[at] =
                    IntStream.range(0, at)
                            .filter(before -> areReciprocal(pairs.get(before), pairs.get(own)))
                            .findFirst()
                            .orElse(own);
        }
        return new SaidTwice(first);
    }

    int measured() {
        return (int) Arrays.stream(first).distinct().count();
    }

    /// The value of each metric, `p` being theirs by themselves.
    double[] holm(double[] p) {
        int[] firsts = Arrays.stream(first).distinct().toArray();
        double[] worst = new double[firsts.length];
        for (int at = 0; at < p.length; at++) {
            int group = Arrays.binarySearch(firsts, first[at]);
            worst[group] = Math.max(worst[group], p[at]);
        }
        double[] holm = ManyTests.holm(worst);
        return IntStream.of(first)
                .mapToDouble(each -> holm[Arrays.binarySearch(firsts, each)])
                .toArray();
    }

    private static boolean areReciprocal(Pair one, Pair other) {
        return one.a().kind().better() != other.a().kind().better()
                && one.a().runs().size() == other.a().runs().size()
                && one.b().runs().size() == other.b().runs().size()
                && isConstant(
                        DoubleStream.concat(
                                        products(one.a().values(), other.a().values()),
                                        products(one.b().values(), other.b().values()))
                                .toArray());
    }

    private static DoubleStream products(double[] one, double[] other) {
        return IntStream.range(0, one.length).mapToDouble(run -> one[run] * other[run]);
    }

    private static boolean isConstant(double[] values) {
        return Arrays.stream(values)
                .allMatch(value -> Math.abs(value - values[0]) <= CLOSE * values[0]);
    }
}
