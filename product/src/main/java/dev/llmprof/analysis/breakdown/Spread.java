package dev.llmprof.analysis.breakdown;

/// How durations of one name are spread.
public record Spread(
        long count,
        long totalNanos,
        long minNanos,
        double medianNanos,
        long p95Nanos,
        long maxNanos,
        double deviationNanos) {
    public double averageNanos() {
        return count == 0 ? 0 : (double) totalNanos / count;
    }
}
