package dev.llmprof.analysis.rank;

import dev.llmprof.analysis.breakdown.GpuTimeline;
import java.util.List;
import java.util.Optional;

/// Several processes of one run beside each other: who is slow, and who waits for whom.
///
/// `imbalance` is how much longer the slowest rank computes than the average one; `alike` says that
/// all ran the same collectives equally often, so that what they computed can be held against each
/// other whatever their clocks say.
public record Ranks(
        List<Row> rows,
        boolean alike,
        double imbalance,
        List<String> stragglers,
        Pairing pairing,
        List<Collective> collectives,
        List<Kernel> kernels,
        List<String> remarks) {

    /// One process. `waitNanos` is what it spent in collectives beyond the quickest rank's time in
    /// them; only those count that end together on all ranks.
    public record Row(
            String rank,
            String source,
            String device,
            long kernels,
            GpuTimeline timeline,
            Optional<Long> waitNanos) {}

    /// How far to trust that the k-th occurrence on one rank is the k-th on another: one collective
    /// ends on all its ranks at about the same time.
    public record Pairing(long occurrences, long together) {
        public boolean holds() {
            return together == occurrences;
        }
    }

    /// One communication kernel, paired by the order of its occurrences. Of those that end
    /// `together`, `pureNanos` is the quickest rank's time, summed; `skewNanos` the slowest's
    /// beyond it: what late arrivals cost. Without any the two are not known.
    public record Collective(
            String name,
            long occurrences,
            long together,
            Optional<Long> pureNanos,
            Optional<Long> skewNanos) {}

    /// One kernel over all ranks.
    public record Kernel(
            String name, long count, long totalNanos, long leastRankNanos, long mostRankNanos) {}
}
