package dev.llmprof.analysis.rank;

import dev.llmprof.analysis.breakdown.GpuTimeline;
import java.util.List;

/// Several processes of one run beside each other: who is slow, and who waits for whom.
///
/// `imbalance` is how much longer the slowest rank computes than the average one.
public record Ranks(
        List<Row> rows,
        double imbalance,
        List<String> stragglers,
        List<Collective> collectives,
        List<Kernel> kernels,
        List<String> remarks) {
    /// One process. `waitNanos` is what it spent in collectives beyond the quickest rank's time in
    /// them.
    public record Row(String rank, String source, GpuTimeline timeline, long waitNanos) {}

    /// One communication kernel, paired occurrence by occurrence. `pureNanos` is the quickest
    /// rank's time, summed; `skewNanos` the slowest's beyond it: what late arrivals cost.
    public record Collective(String name, long occurrences, long pureNanos, long skewNanos) {}

    /// One kernel over all ranks.
    public record Kernel(
            String name, long count, long totalNanos, long leastRankNanos, long mostRankNanos) {}
}
