package dev.llmprof.analysis.nsys;

/// Durations of one group as nsys states them: the deviation is that of a sample, 0 for a single
/// one.
public record NsysTime(
        long count,
        long totalNanos,
        double averageNanos,
        double medianNanos,
        long minNanos,
        long maxNanos,
        double deviationNanos) {}
