package dev.llmprof.cli.analyze;

import dev.llmprof.study.rank.RankShare;
import java.util.OptionalInt;

/// What is asked of many ranks: a share reduced, parts merged, or both by a cluster.
sealed interface RankStep {
    record Reduce(RankShare share) implements RankStep {}

    record Merge() implements RankStep {}

    /// Without a number there are as many shares as the captures are worth.
    record OnSlurm(OptionalInt shares) implements RankStep {}
}
