package dev.llmprof.analysis.breakdown;

import java.util.List;

/// Copies, or sets, by name. Bytes that the tool did not record count as none.
public record MemoryBreakdown(long count, long totalNanos, long bytes, List<Row> rows) {
    /// One kind of copy.
    public record Row(String name, long bytes, Spread spread) {}
}
