package dev.llmprof.config.sweep;

import java.io.PrintStream;
import java.util.List;

/// Starts the jobs of a sweep: one after another, several at once, or on a cluster.
public interface Launcher {

    /// The results stand in the order of the jobs. All jobs are run even where some fail.
    List<JobResult> launch(List<PlannedJob> jobs, Job job, PrintStream out);
}
