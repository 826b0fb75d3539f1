package dev.llmprof.trace;

import java.util.List;

/// A group of ranks that communicate with each other, as one of them knows it: `name` is unique on
/// that rank only.
public record RankGroup(String name, String description, String backend, List<Integer> ranks) {
    public RankGroup {
        ranks = ranks.stream().distinct().sorted().toList();
    }
}
