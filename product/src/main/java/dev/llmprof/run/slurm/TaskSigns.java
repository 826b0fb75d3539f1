package dev.llmprof.run.slurm;

import dev.llmprof.pipeline.Manifest.Verdict;
import dev.llmprof.run.slurm.TaskState.Kind;
import dev.llmprof.tool.SlurmAnswers.QueuedTask;
import java.util.Locale;
import java.util.Optional;

/// All that is seen of a task at one time. `exit.json` and the manifest are the truth, the queue
/// only says that it is still alive, and silence says nothing. `isGoneLong` where the grace is
/// over; `lastWord` is then what `scontrol` or `sacct` still know.
record TaskSigns(
        Optional<TaskExit> exit,
        Optional<Verdict> verdict,
        Optional<QueuedTask> queued,
        boolean isSubmitted,
        boolean isAnswered,
        boolean isGoneLong,
        Optional<String> lastWord) {

    private static final int FAILED = 1;

    TaskState state() {
        if (exit.isPresent()) {
            return ended(exit.get());
        }
        boolean done = verdict.filter(Verdict::usable).isPresent();
        if (!isSubmitted) {
            return done ? new TaskState(Kind.DONE, 0, "") : TaskState.NEVER_SUBMITTED;
        }
        if (queued.filter(QueuedTask::isAlive).isPresent()) {
            return alive(queued.get());
        }
        if (done) {
            return new TaskState(Kind.DONE, 0, "by its manifest");
        }
        if (!isAnswered) {
            return TaskState.alive(Kind.UNKNOWN, "the controller does not answer");
        }
        return isGoneLong ? over() : TaskState.alive(Kind.GONE, gone());
    }

    private static TaskState ended(TaskExit exit) {
        if (exit.code() == 0) {
            return new TaskState(Kind.DONE, 0, "on " + exit.host());
        }
        return exit.isTimeLimit()
                ? TaskState.failed(FAILED, "it ran into its time limit" + restarts(exit))
                : TaskState.failed(exit.code(), "exit " + exit.code() + " on " + exit.host());
    }

    private static String restarts(TaskExit exit) {
        return switch (exit.restart()) {
            case 0 -> "; hydra.launcher.max_num_timeout=1 would go on once";
            case 1 -> ", also after one restart";
            default -> ", also after " + exit.restart() + " restarts";
        };
    }

    private static TaskState alive(QueuedTask task) {
        String reason = task.reason().equals("None") ? "" : task.reason();
        return TaskState.alive(task.isWaiting() ? Kind.QUEUED : Kind.RUNNING, reason);
    }

    private String gone() {
        return queued.map(task -> "Slurm says " + task.state().toLowerCase(Locale.ROOT) + ", and ")
                        .orElse("not in the queue, and ")
                + "it has left no exit.json yet";
    }

    private TaskState over() {
        Optional<String> word = queued.map(QueuedTask::state).or(() -> lastWord);
        return word.map(each ->
                        TaskState.failed(
                                FAILED,
                                "Slurm says " + each.toLowerCase(Locale.ROOT).replace('_', ' ')))
                .orElseGet(() -> TaskState.lost("left the queue and wrote no exit code"));
    }
}
