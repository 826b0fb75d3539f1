package dev.llmprof.config.sweep;

import java.util.Optional;

/// How a job ended: with or without a failure.
public record JobResult(PlannedJob job, Optional<Throwable> failure) {}
