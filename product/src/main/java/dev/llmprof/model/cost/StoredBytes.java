package dev.llmprof.model.cost;

import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Experts;
import dev.llmprof.model.shape.Operator.Linear;
import dev.llmprof.model.shape.Precision;

/// How many bytes an operator's parameters take, in all its repeats.
final class StoredBytes {
    private StoredBytes() {}

    static double of(Operator operator, Precision precision) {
        Format other = precision.other();
        return switch (operator) {
            case Linear linear -> {
                double matrix = Costs.matrixBytes(linear, precision);
                double biases =
                        other.bytes(linear.bias() ? (double) linear.groups() * linear.out() : 0);
                yield linear.repeat() * (matrix + biases);
            }
            case Experts experts ->
                    (double) experts.repeat()
                            * experts.experts()
                            * (Costs.matrixBytes(experts, precision)
                                    + other.bytes((double) experts.biases()));
            case Operator.Attention _,
                    Operator.Norm _,
                    Operator.Elementwise _,
                    Operator.Embedding _,
                    Operator.Convolution _,
                    Operator.RelativePositions _,
                    Operator.Scan _,
                    Operator.RotaryAngles _,
                    Operator.Stored _ ->
                    other.bytes((double) operator.parameters());
        };
    }
}
