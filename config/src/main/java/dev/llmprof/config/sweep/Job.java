package dev.llmprof.config.sweep;

import java.io.PrintStream;
import java.util.List;

/// What a job does: here, or as a command line for elsewhere.
public interface Job {

    /// Before anything is written or started: all jobs, and whether they will run elsewhere. A
    /// mistake in one stops them all.
    default void begin(List<PlannedJob> jobs, boolean elsewhere) {}

    /// Runs in this JVM, to its exit code. An exception counts as its failure. `out` is the job's
    /// own; where several run at once their lines do not mix.
    int run(PlannedJob job, PrintStream out) throws Exception;

    /// Does the same in a process of its own.
    List<String> argv(PlannedJob job);
}
