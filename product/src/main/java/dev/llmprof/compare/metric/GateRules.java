package dev.llmprof.compare.metric;

/// What counts as a change: the margin as a ratio, and the least time.
public record GateRules(double margin, long floorNanos) {
    public static final GateRules DEFAULT = new GateRules(0.02, 2_000);

    /// On the logarithms, for a metric whose A is about this: the larger of both.
    double logMargin(MetricKind kind, double median) {
        double relative = Math.log(1 + margin);
        return kind.nanos().isEmpty()
                ? relative
                : Math.max(
                        relative, Math.log(1 + floorNanos / (median * kind.nanos().getAsDouble())));
    }
}
