package dev.llmprof.config.sweep;

import java.io.PrintStream;

/// What a job does. An exception counts as its failure.
@FunctionalInterface
public interface Job {

    /// `out` is the job's own; where several run at once their lines do not mix.
    void run(PlannedJob job, PrintStream out) throws Exception;
}
