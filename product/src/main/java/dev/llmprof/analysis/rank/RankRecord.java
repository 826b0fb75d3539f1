package dev.llmprof.analysis.rank;

import dev.llmprof.trace.RankGroup;
import java.util.List;

/// What is kept of one rank when its trace is gone, and all that a comparison of ranks needs of it:
/// its communication, and what it did in between.
public record RankRecord(
        RankFacts facts,
        List<RankGroup> groups,
        RankCollectives collectives,
        RankIntervals intervals,
        List<KernelSum> kernels) {
    public RankRecord {
        groups = List.copyOf(groups);
        kernels = List.copyOf(kernels);
        for (int row = 0; row < collectives.size(); row++) {
            if (collectives.group().get(row) >= groups.size()) {
                throw new IllegalArgumentException("a collective of a group that is not listed");
            }
        }
        for (int at = 0; at < intervals.size(); at++) {
            if (intervals.collective().get(at) >= collectives.size()) {
                throw new IllegalArgumentException("an interval of a collective that is not there");
            }
        }
    }

    /// A kernel's launches on this rank.
    public record KernelSum(String name, long count, long nanos) {}

    int rank() {
        return facts.rank();
    }

    RankRecord numbered(int number) {
        return new RankRecord(facts.numbered(number), groups, collectives, intervals, kernels);
    }
}
