package dev.llmprof.compare.metric;

import dev.llmprof.compare.statistic.Estimate;
import java.util.Locale;

/// What is said of one metric.
public enum MetricVerdict {
    REGRESSION,
    IMPROVED,
    UNCHANGED,
    INCONCLUSIVE;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// `margin` is on the logarithms and the same on both sides.
    static MetricVerdict of(Estimate estimate, double margin, Better better) {
        if (estimate.excludesZero() && Math.abs(estimate.shift()) >= margin) {
            boolean grows = estimate.shift() > 0;
            return grows == (better == Better.LOWER) ? REGRESSION : IMPROVED;
        }
        return estimate.isWithin(margin) ? UNCHANGED : INCONCLUSIVE;
    }
}
