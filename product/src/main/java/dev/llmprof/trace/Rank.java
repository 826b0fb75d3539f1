package dev.llmprof.trace;

import java.util.List;

/// Which process of a distributed run wrote the trace, and the groups it is in, in the order in
/// which they were made.
public record Rank(int rank, int worldSize, String backend, List<RankGroup> groups) {
    public Rank {
        groups = List.copyOf(groups);
    }
}
