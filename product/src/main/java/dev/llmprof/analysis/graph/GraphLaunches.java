package dev.llmprof.analysis.graph;

import java.util.List;

/// Launches of CUDA or HIP graphs, each with all the GPU events it replayed.
public record GraphLaunches(List<Launch> launches) {
    /// One launch.
    public record Launch(
            String name,
            long correlation,
            long startNanos,
            long gpuEvents,
            long sumNanos,
            long busyNanos,
            long spanNanos) {}

    public long gpuEvents() {
        return launches.stream().mapToLong(Launch::gpuEvents).sum();
    }

    public long sumNanos() {
        return launches.stream().mapToLong(Launch::sumNanos).sum();
    }
}
