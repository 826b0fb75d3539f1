package dev.llmprof.analysis.prediction;

import java.util.OptionalInt;

/// What the bounds of single steps are counted with: the model on its device, and the length of
/// sequences where the user knows it and a step does not say.
public record StepPaper(PaperCostings costings, OptionalInt keys) {}
