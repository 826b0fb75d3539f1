package dev.llmprof.analysis.rank;

import dev.llmprof.analysis.breakdown.GpuTimeline;
import java.util.List;
import java.util.Optional;

/// Several processes of one run beside each other: who came late to what and why, and what their
/// communication cost. `imbalance` is how much longer the slowest rank computes than the average.
public record Ranks(
        List<Row> rows,
        double imbalance,
        List<Group> groups,
        List<Late> late,
        List<Collective> collectives,
        List<Bandwidth> bandwidths,
        List<Imbalance> imbalances,
        List<Clock> clocks,
        RankHeat heat,
        List<Kernel> kernels,
        List<String> remarks) {
    public Ranks {
        rows = List.copyOf(rows);
        groups = List.copyOf(groups);
        late = List.copyOf(late);
        collectives = List.copyOf(collectives);
        bandwidths = List.copyOf(bandwidths);
        imbalances = List.copyOf(imbalances);
        clocks = List.copyOf(clocks);
        kernels = List.copyOf(kernels);
        remarks = List.copyOf(remarks);
    }

    /// One process.
    public record Row(
            int rank,
            String source,
            String host,
            String device,
            long kernels,
            GpuTimeline timeline,
            Waits waits) {}

    /// How a rank met the others. It waited and transferred in collectives that all ranks of the
    /// group have; `bubbleNanos` is what it waited for messages. Of `judged` collectives it was the
    /// last in `last`; `blamed` says how often it was to blame, for others that it had held up too.
    public record Waits(
            Optional<Long> waitNanos,
            long transferNanos,
            long bubbleNanos,
            long judged,
            long last,
            long lateNanos,
            long blamed,
            long costNanos) {}

    /// The communication of one group. Of `instances` that `matched` were found on all its ranks;
    /// `mostLast` is the rank that was the last most often, `lastTimes` often. `endsApartNanos` is
    /// the median distance of the ends, around the difference of the clocks.
    public record Group(
            String name,
            int ranks,
            String pairing,
            long instances,
            long matched,
            long holes,
            long judged,
            Times times,
            Optional<Integer> mostLast,
            long lastTimes,
            Optional<Long> endsApartNanos) {}

    /// Over all instances and ranks of a group; the lateness is that of the last of each.
    public record Times(long waitNanos, long transferNanos, long lateNanos, long medianLateNanos) {}

    /// One rank's coming late to one group for one reason. `passed` counts the collectives of other
    /// groups that were late because of it; `costNanos` is the time by which it was later than the
    /// last but one.
    public record Late(
            int rank,
            String group,
            LateCause cause,
            String detail,
            long times,
            long lateNanos,
            long medianLateNanos,
            long passed,
            long passedNanos,
            long costNanos) {}

    /// One instance that was judged.
    public record Collective(
            String group,
            int instance,
            String kind,
            long bytes,
            int lastRank,
            long lateNanos,
            int culprit,
            LateCause cause,
            String detail,
            long longestWaitNanos,
            long transferNanos) {}

    /// Messages of about one size: the median of the bus bandwidth while data moved.
    public record Bandwidth(
            String kind,
            int ranks,
            long fromBytes,
            long count,
            double bytesPerSecond,
            double busBytesPerSecond) {}

    /// How unevenly something is spread over the ranks of a group: the most over the mean.
    public record Imbalance(
            String what, String group, long count, int mostRank, double maxOverMean) {}

    /// The clock of a host against the first one's; half of the ends lie within the residual. The
    /// offset is that at `middleNanos` of the first one's clock.
    public record Clock(
            String host,
            String ranks,
            long collectives,
            Optional<Double> offsetNanos,
            Optional<Double> driftPartsPerMillion,
            Optional<Long> residualNanos,
            long middleNanos) {

        /// A rank whose host is not known has a clock of its own.
        public static String host(Row row) {
            return RankClocks.host(row.host(), row.rank());
        }

        /// A moment of this clock on the first one's; as it is where nothing is known of the two.
        public long onFirst(long nanos) {
            double offset = offsetNanos.orElse(0.0);
            double drift = driftPartsPerMillion.orElse(0.0) / 1e6;
            double sinceMiddle = (double) (nanos - middleNanos) - offset;
            return nanos - Math.round(offset + drift * sinceMiddle);
        }
    }

    /// One kernel over all ranks.
    public record Kernel(
            String name, long count, long totalNanos, long leastRankNanos, long mostRankNanos) {}
}
