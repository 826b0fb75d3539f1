package dev.llmprof.study;

import java.util.Optional;
import java.util.OptionalInt;

/// The model that captures are held against, as the user named it. Where no GPU is named it is the
/// capture's, where no request is described it is read from the capture's steps and shapes, and so
/// is how many GPUs share its matrices.
public record ModelAsked(
        String model,
        Optional<String> gpu,
        OptionalInt batch,
        OptionalInt promptTokens,
        OptionalInt newTokens,
        OptionalInt tensorParallel) {}
