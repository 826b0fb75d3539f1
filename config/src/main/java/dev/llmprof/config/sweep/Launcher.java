package dev.llmprof.config.sweep;

import java.io.PrintStream;
import java.util.List;

/// Starts the jobs of a sweep: one after another, several at once, or on a cluster. It knows their
/// command lines and directories, and nothing of this JVM.
@FunctionalInterface
public interface Launcher {

    /// The results stand in the order of the jobs. All jobs are run even where some fail.
    List<JobResult> launch(List<JobCommand> jobs, PrintStream out);

    /// Says what it would do, and starts nothing.
    default void plan(List<JobCommand> jobs, PrintStream out) {}

    /// Whether jobs run where nobody looks at them: then each is checked before the first starts.
    default boolean isElsewhere() {
        return false;
    }
}
