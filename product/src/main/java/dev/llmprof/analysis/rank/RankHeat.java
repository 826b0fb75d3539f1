package dev.llmprof.analysis.rank;

import java.util.List;

/// What every rank did over time, in slices of equal length on one clock: for each rank and slice
/// the share of computing and of communication that nothing overlapped; the rest was idle. A slice
/// that the recording of a rank does not reach has no shares, -1.
public record RankHeat(long sliceNanos, List<Line> lines) {
    public static final RankHeat NONE = new RankHeat(0, List.of());

    public RankHeat {
        lines = List.copyOf(lines);
    }

    /// One rank's slices.
    public record Line(int rank, List<Double> computing, List<Double> communicating) {
        public Line {
            computing = List.copyOf(computing);
            communicating = List.copyOf(communicating);
        }
    }
}
