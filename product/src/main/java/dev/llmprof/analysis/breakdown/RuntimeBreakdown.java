package dev.llmprof.analysis.breakdown;

import java.util.List;

/// Calls of the CUDA or HIP runtime and driver by name, the longest total first.
public record RuntimeBreakdown(long calls, long totalNanos, List<Row> rows) {
    /// One call name.
    public record Row(String name, long calls, long totalNanos, long selfNanos) {}
}
