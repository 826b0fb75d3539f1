package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.kernel.KernelCategory;
import java.util.List;

/// Kernels by exact name, the longest total first. Memory copies and fills are not among them.
public record KernelBreakdown(long count, long totalNanos, List<Row> rows) {
    /// One kernel name.
    public record Row(String name, KernelCategory category, Spread spread) {}
}
