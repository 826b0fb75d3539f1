package dev.llmprof.analysis.breakdown;

import java.util.List;

/// Named ranges: their time on the host, and the GPU work launched inside them.
public record RangeBreakdown(long hostRanges, long recordedRanges, List<Row> rows) {
    /// One name. `recorded` is what the tool itself drew on the GPU's timeline; `innermost` are the
    /// spans, for each stream, of the work whose innermost range this is, and `ownGpuNanos` that
    /// work. `thread` is the one it was opened on, or how many.
    public record Row(
            String name,
            long hostCount,
            long hostNanos,
            long hostSelfNanos,
            long recordedCount,
            long recordedNanos,
            long projectedInstances,
            Projection projection,
            long ownGpuNanos,
            long innermostSpans,
            long innermostSpanNanos,
            String thread) {
        public double meanHostNanos() {
            return hostCount == 0 ? 0 : (double) hostNanos / hostCount;
        }
    }

    /// GPU work launched inside: the sum of durations, their union, and from first start to last
    /// end.
    public record Projection(long gpuEvents, long sumNanos, long busyNanos, long spanNanos) {
        public static final Projection NONE = new Projection(0, 0, 0, 0);

        public Projection plus(Projection other) {
            return new Projection(
                    gpuEvents + other.gpuEvents,
                    sumNanos + other.sumNanos,
                    busyNanos + other.busyNanos,
                    spanNanos + other.spanNanos);
        }
    }
}
