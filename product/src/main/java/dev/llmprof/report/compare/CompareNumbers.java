package dev.llmprof.report.compare;

import dev.llmprof.compare.metric.MetricKind;
import dev.llmprof.compare.statistic.Estimate;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Unit;
import java.util.Locale;

/// Differences as text: always with their sign.
final class CompareNumbers {

    private CompareNumbers() {}

    static String change(double ratio) {
        return signed(ratio) + " %";
    }

    static String interval(Estimate estimate) {
        return "[" + signed(estimate.lowRatio()) + ", " + signed(estimate.highRatio()) + "] %";
    }

    static String confidentInterval(Estimate estimate) {
        return interval(estimate) + " (" + percent(estimate.confidence()) + ")";
    }

    static String percent(double fraction) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * fraction);
    }

    static String small(double p) {
        return String.format(Locale.ROOT, p < 0.0001 ? "%.1e" : "%.4f", p);
    }

    /// Whole microseconds: rounded alike, the parts add up.
    static String micros(long nanos) {
        return minus(String.format(Locale.ROOT, "%+,d µs", Math.round(nanos / 1e3)));
    }

    /// The same, for what is long.
    static String millis(long nanos) {
        return minus(String.format(Locale.ROOT, "%+,.3f ms", Math.round(nanos / 1e3) / 1e3));
    }

    static String value(double value, MetricKind kind) {
        if (kind.nanos().isPresent()) {
            return Numbers.text(value * kind.nanos().getAsDouble(), Unit.NANOSECONDS);
        }
        return Numbers.text(value, Unit.PLAIN) + " " + kind.unit();
    }

    private static String signed(double ratio) {
        return minus(String.format(Locale.ROOT, "%+.2f", 100 * ratio));
    }

    private static String minus(String text) {
        return text.replace('-', '−');
    }
}
