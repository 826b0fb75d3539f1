package dev.llmprof.analysis.breakdown;

import java.util.List;

/// GPU time by PyTorch module class, where Python's call stack was recorded.
public record ModuleBreakdown(long attributedNanos, long gpuNanos, List<Row> rows) {
    /// One class of modules, and one operator in it.
    public record Row(String module, String operator, long gpuEvents, long nanos) {}
}
