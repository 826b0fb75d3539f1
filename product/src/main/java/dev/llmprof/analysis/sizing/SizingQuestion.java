package dev.llmprof.analysis.sizing;

import dev.llmprof.model.shape.Request;

/// What is asked of every deployment. `memoryShare` is the part of a GPU's memory that may be
/// filled.
public record SizingQuestion(
        Request request, ServiceLevel level, Efficiency efficiency, double memoryShare) {
    public SizingQuestion {
        if (!(memoryShare > 0 && memoryShare <= 1)) {
            throw new IllegalArgumentException("a share of memory is above 0 and at most 1");
        }
    }
}
