package dev.llmprof.analysis.cost;

import dev.llmprof.model.cost.Cost;
import java.util.List;
import java.util.Optional;

/// One phase of a request: its totals, its operators, and the least time it can take. The time is
/// the sum over operators, each at its own limit; `overlapped` would be reached only if all of them
/// ran at once.
public record PhaseCost(
        String name,
        double passes,
        double tokens,
        Cost cost,
        double communicationBytes,
        List<OperatorCost> operators,
        Optional<Double> boundSeconds,
        Optional<BoundTime> overlapped) {
    public PhaseCost {
        operators = List.copyOf(operators);
    }

    public Optional<Double> tokensPerSecond() {
        return boundSeconds.filter(seconds -> seconds > 0).map(seconds -> tokens / seconds);
    }
}
