package dev.llmprof.analysis.cost;

import dev.llmprof.model.cost.Cost;
import dev.llmprof.model.shape.Operator;
import java.util.Optional;

/// One operator of a phase: what it costs in all its layers and passes, and how long that must
/// take.
public record OperatorCost(String phase, Operator operator, Cost cost, Optional<BoundTime> bound) {

    /// Its class, as reports group operators.
    public String kind() {
        return switch (operator) {
            case Operator.Linear _ -> "linear";
            case Operator.Attention _ -> "attention";
            case Operator.Experts _ -> "experts";
            case Operator.Norm _ -> "norm";
            case Operator.Elementwise elementwise ->
                    elementwise.kind().activation() ? "activation" : "elementwise";
            case Operator.Embedding _ -> "embedding";
            case Operator.Convolution _ -> "convolution";
            case Operator.RelativePositions _ -> "attention";
            case Operator.Scan _ -> "scan";
            case Operator.RotaryAngles _ -> "elementwise";
            case Operator.Stored _ -> "stored";
        };
    }
}
