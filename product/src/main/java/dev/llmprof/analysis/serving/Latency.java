package dev.llmprof.analysis.serving;

import java.util.Arrays;
import java.util.Optional;

/// How a time spreads over its many values, in nanoseconds. Between two values a percentile is
/// interpolated, as NumPy does.
public record Latency(long count, double mean, double p50, double p90, double p95, double p99) {

    /// Empty without values. Sorts them.
    static Optional<Latency> of(long[] nanos) {
        if (nanos.length == 0) {
            return Optional.empty();
        }
        Arrays.sort(nanos);
        return Optional.of(
                new Latency(
                        nanos.length,
                        Arrays.stream(nanos).average().orElseThrow(),
                        at(nanos, 0.5),
                        at(nanos, 0.9),
                        at(nanos, 0.95),
                        at(nanos, 0.99)));
    }

    private static double at(long[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
