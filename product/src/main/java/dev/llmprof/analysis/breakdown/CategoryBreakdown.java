package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.kernel.KernelCategory;
import java.util.List;

/// GPU time by what the work is, copies and sets included, so that the sum is all GPU time.
public record CategoryBreakdown(long totalNanos, List<Row> rows) {
    /// One category.
    public record Row(KernelCategory category, long count, long totalNanos) {}
}
