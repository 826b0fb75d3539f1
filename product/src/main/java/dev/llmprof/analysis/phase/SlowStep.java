package dev.llmprof.analysis.phase;

import java.util.List;

/// A step that took longer than others of its kind, and what ran in it beside what runs in the
/// median one. `index` and `typicalIndex` are those of the steps.
public record SlowStep(
        long index,
        String kind,
        long nanos,
        long typicalIndex,
        long typicalNanos,
        List<Part> parts) {
    /// GPU time in which nothing of the step ran.
    public static final String IDLE = "(GPU idle)";

    public SlowStep {
        parts = List.copyOf(parts);
    }

    /// A kernel and the operator that launched it, without a GPU an operator alone, in this step
    /// and in the median one.
    public record Part(String kernel, String operator, long count, long nanos, long typicalNanos) {
        public long moreNanos() {
            return nanos - typicalNanos;
        }
    }

    public long moreNanos() {
        return nanos - typicalNanos;
    }
}
