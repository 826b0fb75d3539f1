package dev.llmprof.analysis.graph;

import java.util.List;

/// Launches of CUDA or HIP graphs, each with all the GPU events it replayed, and how many graphs
/// were captured, from what share of all launching calls.
public record GraphLaunches(List<Launch> launches, long captures, double capturedShare) {
    private static final double MUCH = 0.25;
    private static final double MANY = 0.1;

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

    /// Launches that left no GPU event, where they are many: what they ran was not recorded. The
    /// last one of a recording may run behind its end.
    public long unseen() {
        long unseen = launches.stream().filter(launch -> launch.gpuEvents == 0).count();
        return isOfCapture() || unseen <= MANY * launches.size() ? 0 : unseen;
    }

    public long gpuEvents() {
        return launches.stream().mapToLong(Launch::gpuEvents).sum();
    }

    public long sumNanos() {
        return launches.stream().mapToLong(Launch::sumNanos).sum();
    }
}
