package dev.llmprof.config.sweep;

import java.util.Optional;

/// How a job ended: with an exit code, or a failure that kept it from having one. One that has not
/// ended, or whose end needs a word, has a remark.
public record JobResult(
        JobCommand job, int exitCode, Optional<Throwable> failure, Optional<String> remark) {

    public JobResult(JobCommand job, int exitCode, Optional<Throwable> failure) {
        this(job, exitCode, failure, Optional.empty());
    }
}
