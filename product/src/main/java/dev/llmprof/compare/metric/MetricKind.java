package dev.llmprof.compare.metric;

import java.util.Map;
import java.util.OptionalDouble;

/// What a metric is called, counted in, and which way is better.
public record MetricKind(String name, String unit, Better better) {
    private static final Map<String, Double> NANOS =
            Map.of("ns", 1.0, "us", 1e3, "µs", 1e3, "μs", 1e3, "ms", 1e6, "s", 1e9, "min", 60e9);

    /// So much a second: a time the other way round.
    boolean isRate() {
        return unit.endsWith("/s");
    }

    /// Nanoseconds in one of its units; empty where it is no time.
    public OptionalDouble nanos() {
        Double nanos = NANOS.getOrDefault(unit, Double.NaN);
        return nanos.isNaN() ? OptionalDouble.empty() : OptionalDouble.of(nanos);
    }
}
