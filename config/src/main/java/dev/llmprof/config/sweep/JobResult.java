package dev.llmprof.config.sweep;

import java.util.Optional;

/// How a job ended: with an exit code, or a failure that kept it from having one.
public record JobResult(JobCommand job, int exitCode, Optional<Throwable> failure) {}
