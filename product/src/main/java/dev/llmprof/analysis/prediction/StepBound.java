package dev.llmprof.analysis.prediction;

import dev.llmprof.analysis.cost.BoundTime;

/// What a step had to do at least, and the least time that takes: the sum over operators, each at
/// its own limit. `limit` is what limits the step as a whole.
public record StepBound(
        StepBasis basis, double tensorFlops, double bytes, double nanos, BoundTime.Limit limit) {}
