package dev.llmprof.analysis.cost;

import dev.llmprof.model.cost.Memory;

/// Whether a request fits a device, and the largest that does. Zero where not even one fits.
public record Capacity(
        Memory memory, double deviceBytes, Fit fit, long largestBatch, long largestContext) {}
