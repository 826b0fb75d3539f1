package dev.llmprof.run.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.pipeline.Manifest.Verdict;
import dev.llmprof.run.slurm.TaskState.Kind;
import dev.llmprof.tool.SlurmAnswers.QueuedTask;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What the signs of a task say together.
class TaskSignsTest {
    private static final Optional<TaskExit> NO_EXIT = Optional.empty();
    private static final Optional<QueuedTask> NOT_QUEUED = Optional.empty();

    private static Optional<QueuedTask> queued(String state, String reason) {
        return Optional.of(new QueuedTask("5", 0, state, reason, "llmprof-1"));
    }

    private static Optional<TaskExit> exit(int code, String signal) {
        return Optional.of(new TaskExit(code, signal, "n1", 0, "2026-11-17T02:05:05Z"));
    }

    private static TaskState state(
            Optional<TaskExit> exit,
            Optional<Verdict> verdict,
            Optional<QueuedTask> queued,
            boolean answered,
            boolean goneLong) {
        return new TaskSigns(exit, verdict, queued, true, answered, goneLong, Optional.empty())
                .state();
    }

    @Test
    void itsOwnLastWordIsTheTruthWhateverTheQueueSays() {
        assertEquals(
                new TaskState(Kind.FAILED, 1, "exit 1 on n1"),
                state(exit(1, ""), Optional.empty(), queued("RUNNING", "None"), true, false));
        assertEquals(
                Kind.DONE, state(exit(0, ""), Optional.empty(), NOT_QUEUED, false, false).kind());
    }

    @Test
    void theTimeLimitIsAFailureWithItsFix() {
        assertEquals(
                new TaskState(
                        Kind.FAILED,
                        1,
                        "it ran into its time limit; hydra.launcher.max_num_timeout=1 would go on"
                                + " once"),
                state(exit(130, "USR1"), Optional.empty(), NOT_QUEUED, true, false));
    }

    @Test
    void aControllerThatDoesNotAnswerFailsNothing() {
        assertEquals(
                Kind.UNKNOWN,
                state(NO_EXIT, Optional.of(Verdict.RUNNING), NOT_QUEUED, false, true).kind());
    }

    @Test
    void aTaskThatIsQueuedAgainLivesThoughItsManifestSaysInterrupted() {
        assertEquals(
                new TaskState(Kind.QUEUED, 0, "BeginTime"),
                state(
                        NO_EXIT,
                        Optional.of(Verdict.INTERRUPTED),
                        queued("PENDING", "BeginTime"),
                        true,
                        false));
    }

    @Test
    void goneIsLostOnlyAfterTheGrace() {
        assertEquals(Kind.GONE, state(NO_EXIT, Optional.empty(), NOT_QUEUED, true, false).kind());
        assertEquals(
                new TaskState(Kind.LOST, 1, "left the queue and wrote no exit code"),
                state(NO_EXIT, Optional.empty(), NOT_QUEUED, true, true));
        assertEquals(
                new TaskState(Kind.FAILED, 1, "Slurm says out of memory"),
                state(NO_EXIT, Optional.empty(), queued("OUT_OF_MEMORY", "None"), true, true));
    }

    @Test
    void aFinishedManifestNeedsNoExit() {
        assertEquals(
                Kind.DONE,
                state(NO_EXIT, Optional.of(Verdict.DEGRADED), NOT_QUEUED, true, false).kind());
    }

    @Test
    void whatWasNeverSubmittedWaitsForSomebodyToDoSo() {
        var signs =
                new TaskSigns(
                        NO_EXIT,
                        Optional.empty(),
                        NOT_QUEUED,
                        false,
                        true,
                        false,
                        Optional.empty());
        assertEquals(Kind.UNSUBMITTED, signs.state().kind());
    }
}
