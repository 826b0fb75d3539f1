package dev.llmprof.analysis.phase;

import java.util.OptionalLong;

/// What a step does for its requests of one phase, as far as its name says: how many they are, and
/// over them the sums of queries (its tokens), of keys (cached tokens and its own), of queries
/// squared, and of queries times keys.
public record StepLoad(
        OptionalLong requests,
        OptionalLong tokens,
        OptionalLong keys,
        OptionalLong tokensSquared,
        OptionalLong tokensByKeys) {
    static final StepLoad UNKNOWN =
            new StepLoad(
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty());

    /// What another name of the same step says is taken where this one is silent.
    StepLoad or(StepLoad other) {
        return new StepLoad(
                or(requests, other.requests),
                or(tokens, other.tokens),
                or(keys, other.keys),
                or(tokensSquared, other.tokensSquared),
                or(tokensByKeys, other.tokensByKeys));
    }

    static OptionalLong or(OptionalLong first, OptionalLong second) {
        return first.isPresent() ? first : second;
    }
}
