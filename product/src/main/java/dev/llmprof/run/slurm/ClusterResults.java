package dev.llmprof.run.slurm;

import dev.llmprof.config.sweep.JobCommand;
import dev.llmprof.config.sweep.JobResult;
import dev.llmprof.run.slurm.TaskState.Kind;
import dev.llmprof.tool.ShellQuote;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// How the tasks of a sweep stand, as its jobs' results.
final class ClusterResults {
    private static final int INTERRUPTED = 130;

    private ClusterResults() {}

    static List<JobResult> of(
            List<JobCommand> jobs,
            ClusterSweep sweep,
            SequencedMap<Integer, TaskState> states,
            boolean isInterrupted,
            PrintStream out) {
        String sweepWord = ShellQuote.word(sweep.directory().toString());
        boolean all = states.values().stream().allMatch(state -> state.kind().isOver());
        if (!all) {
            out.println(
                    (isInterrupted ? "no longer waiting; " : "")
                            + "the jobs are Slurm's, and go on without llmprof");
            out.println("  llmprof sweep status " + sweepWord + "   shows their state");
            out.println("  llmprof sweep wait " + sweepWord + "     waits for the rest");
            out.println("  llmprof sweep cancel " + sweepWord + "   ends them");
        }
        if (states.values().stream().anyMatch(each -> isBad(each.kind()))) {
            out.println("  llmprof sweep resubmit " + sweepWord + " runs what failed or was lost");
        }
        return jobs.stream()
                .map(job -> result(job, state(states, job.number()), isInterrupted))
                .toList();
    }

    private static TaskState state(SequencedMap<Integer, TaskState> states, int number) {
        return states.getOrDefault(number, TaskState.NEVER_SUBMITTED);
    }

    private static boolean isBad(Kind kind) {
        return kind == Kind.FAILED || kind == Kind.LOST;
    }

    private static JobResult result(JobCommand job, TaskState state, boolean isInterrupted) {
        if (!state.kind().isOver()) {
            return new JobResult(
                    job,
                    isInterrupted ? INTERRUPTED : 0,
                    Optional.empty(),
                    Optional.of(state.kind().word()));
        }
        return new JobResult(job, state.code(), Optional.empty(), words(state));
    }

    private static Optional<String> words(TaskState state) {
        return switch (state.kind()) {
            case DONE -> Optional.empty();
            case FAILED -> Optional.of(state.words());
            case UNSUBMITTED, QUEUED, RUNNING, UNKNOWN, GONE, LOST ->
                    Optional.of(state.kind().word() + ": " + state.words());
        };
    }
}
