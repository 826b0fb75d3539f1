package dev.llmprof.analysis.graph;

import java.util.List;

/// Launches of CUDA or HIP graphs, each with all the GPU events it replayed, and how many graphs
/// were captured, from what share of all launching calls.
public record GraphLaunches(List<Launch> launches, long captures, double capturedShare) {
    private static final double MUCH = 0.25;

    /// One launch.
    public record Launch(
            String name,
            long correlation,
            long startNanos,
            long gpuEvents,
            long sumNanos,
            long busyNanos,
            long spanNanos) {}

    /// Whether the trace is that of graphs being captured: much of what it launches runs only when
    /// they are replayed, and it replays none.
    public boolean isOfCapture() {
        return captures > 0 && gpuEvents() == 0 && capturedShare >= MUCH;
    }

    public long gpuEvents() {
        return launches.stream().mapToLong(Launch::gpuEvents).sum();
    }

    public long sumNanos() {
        return launches.stream().mapToLong(Launch::sumNanos).sum();
    }
}
