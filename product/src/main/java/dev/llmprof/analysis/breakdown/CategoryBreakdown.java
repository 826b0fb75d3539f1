package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.kernel.KernelCategory;
import java.util.List;

/// GPU time by what the work is, memory copies and fills included, so that the sum is all GPU time.
public record CategoryBreakdown(long totalNanos, List<Row> rows) {
    /// A kernel below this is hardly longer than the launch of the next.
    public static final long SHORT_NANOS = 10_000;

    /// One category; the short kernels are part of its count and time.
    public record Row(
            KernelCategory category,
            long count,
            long totalNanos,
            long shortKernels,
            long shortNanos) {}
}
