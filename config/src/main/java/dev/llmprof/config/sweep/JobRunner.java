package dev.llmprof.config.sweep;

import java.io.PrintStream;

/// Runs a job in this JVM, for launchers that start no process.
@FunctionalInterface
public interface JobRunner {

    int run(JobCommand job, PrintStream out) throws Exception;
}
