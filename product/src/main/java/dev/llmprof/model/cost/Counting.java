package dev.llmprof.model.cost;

import dev.llmprof.model.shape.Convention;
import dev.llmprof.model.shape.Parallel;
import dev.llmprof.model.shape.Precision;

/// Everything that decides how an operator's cost is counted, besides its shape. `fusedElementwise`
/// leaves out the bytes that a compiler's fusion keeps on the chip, which is the lower bound.
public record Counting(
        Precision precision, Convention convention, boolean fusedElementwise, Parallel parallel) {

    public static Counting of(Precision precision) {
        return new Counting(precision, Convention.EXACT, true, Parallel.NONE);
    }

    public Counting with(Convention other) {
        return new Counting(precision, other, fusedElementwise, parallel);
    }

    public Counting with(Precision other) {
        return new Counting(other, convention, fusedElementwise, parallel);
    }

    public Counting with(Parallel other) {
        return new Counting(precision, convention, fusedElementwise, other);
    }
}
