package dev.llmprof.analysis.breakdown;

import java.util.List;

/// What `torch.profiler`'s own `key_averages()` says, with its dropping, renaming and collapsing.
public record KeyAverages(long collapsedCalls, List<Row> rows) {
    /// One row; `inputShapes` is empty unless grouped by shape, memory is 0 unless it was profiled.
    public record Row(
            String name,
            String inputShapes,
            boolean userAnnotation,
            long calls,
            long selfHostNanos,
            long totalHostNanos,
            long selfHostBytes,
            long totalHostBytes) {}
}
