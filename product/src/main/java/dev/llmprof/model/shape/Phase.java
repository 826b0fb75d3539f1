package dev.llmprof.model.shape;

import java.util.List;

/// One stretch of an inference: `passes` forward passes through these operators.
public record Phase(String name, double passes, List<Operator> operators) {
    public Phase {
        operators = List.copyOf(operators);
    }
}
