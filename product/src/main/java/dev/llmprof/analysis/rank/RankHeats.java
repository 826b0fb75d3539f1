package dev.llmprof.analysis.rank;

import java.util.ArrayList;
import java.util.List;

/// Draws what every rank did over time, on the aligned clock.
final class RankHeats {
    private static final int SLICES = 160;

    private final List<RankRecord> ranks;
    private final RankClocks clocks;
    private double first = Double.MAX_VALUE;
    private double last = -Double.MAX_VALUE;

    private RankHeats(List<RankRecord> ranks, RankClocks clocks) {
        this.ranks = ranks;
        this.clocks = clocks;
        for (int at = 0; at < ranks.size(); at++) {
            RankIntervals intervals = ranks.get(at).intervals();
            if (intervals.size() > 0) {
                first = Math.min(first, clocks.aligned(at, intervals.boundsNanos().get(0)));
                last =
                        Math.max(
                                last,
                                clocks.aligned(at, intervals.boundsNanos().get(intervals.size())));
            }
        }
    }

    static RankHeat of(List<RankRecord> ranks, RankClocks clocks) {
        RankHeats heats = new RankHeats(ranks, clocks);
        if (heats.last <= heats.first) {
            return RankHeat.NONE;
        }
        double slice = Math.max(1, (heats.last - heats.first) / SLICES);
        List<RankHeat.Line> lines = new ArrayList<>();
        for (int at = 0; at < ranks.size(); at++) {
            lines.add(heats.line(at, slice));
        }
        return new RankHeat(Math.round(slice), lines);
    }

    private RankHeat.Line line(int rank, double slice) {
        double[] seen = new double[SLICES];
        double[] computing = new double[SLICES];
        double[] communicating = new double[SLICES];
        RankIntervals intervals = ranks.get(rank).intervals();
        for (int at = 0; at < intervals.size(); at++) {
            double from = clocks.aligned(rank, intervals.boundsNanos().get(at)) - first;
            double to = clocks.aligned(rank, intervals.boundsNanos().get(at + 1)) - first;
            double computed =
                    (double) intervals.sum(at, RankIntervals.COMPUTE)
                            / Math.max(1, intervals.nanos(at));
            boolean inCollective = intervals.collective().get(at) != RankCollectives.NONE;
            int end = Math.min(SLICES - 1, (int) (to / slice));
            for (int to160 = Math.max(0, (int) (from / slice)); to160 <= end; to160++) {
                double part = Math.min(to, (to160 + 1) * slice) - Math.max(from, to160 * slice);
                if (part > 0) {
                    seen[to160] += part;
                    computing[to160] += part * computed;
                    communicating[to160] += inCollective ? part * (1 - computed) : 0;
                }
            }
        }
        return new RankHeat.Line(
                ranks.get(rank).rank(), shares(computing, seen), shares(communicating, seen));
    }

    /// To a thousandth, which is more than a picture shows.
    private static List<Double> shares(double[] part, double[] seen) {
        List<Double> shares = new ArrayList<>();
        for (int at = 0; at < part.length; at++) {
            shares.add(seen[at] <= 0 ? -1 : Math.round(1000 * part[at] / seen[at]) / 1000.0);
        }
        return shares;
    }
}
