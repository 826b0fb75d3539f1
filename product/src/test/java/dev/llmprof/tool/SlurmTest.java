package dev.llmprof.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.tool.SlurmAnswers.QueuedTask;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// What is asked of Slurm, and its answers as 22.05 gave them.
class SlurmTest {
    @Test
    void submitsOneArrayUnderANameOfItsOwn() {
        assertEquals(
                List.of(
                        "env",
                        "-u",
                        "LLMPROF_RUN",
                        "sbatch",
                        "--parsable",
                        "--job-name=llmprof-1",
                        "--array=0-3%2",
                        "--open-mode=append",
                        "--kill-on-invalid-dep=yes",
                        "--time=60",
                        "/sweep/.slurm/task.sh",
                        "1001"),
                Slurm.submit(
                                new Slurm.TaskArray("llmprof-1", "0-3%2", 1001),
                                List.of("--time=60"),
                                Path.of("/sweep/.slurm/task.sh"),
                                Map.of())
                        .argv());
    }

    @Test
    void asksTheQueueByNameForEveryTask() {
        assertEquals(
                List.of(
                        "squeue",
                        "-r",
                        "-h",
                        "--states=all",
                        "--name=llmprof-1,llmprof-1.2",
                        "-o",
                        "%F|%K|%T|%r|%j"),
                Slurm.queue(List.of("llmprof-1", "llmprof-1.2")).argv());
    }

    @Test
    void readsTheNumberOfAJobAlsoOfAFederation() {
        assertEquals(Optional.of("105"), SlurmAnswers.submitted("105\n"));
        assertEquals(Optional.of("105"), SlurmAnswers.submitted("105;east\n"));
        assertEquals(Optional.empty(), SlurmAnswers.submitted("sbatch: error: no\n"));
    }

    @Test
    void readsALineATaskAndLeavesOutWhatIsNone() {
        List<QueuedTask> tasks =
                SlurmAnswers.queue(
                        """
                        5|0|COMPLETED|None|llmprof-1
                        5|1|PENDING|BeginTime|llmprof-1
                        5|N/A|RUNNING|None|another
                        """);
        assertEquals(
                List.of(
                        new QueuedTask("5", 0, "COMPLETED", "None", "llmprof-1"),
                        new QueuedTask("5", 1, "PENDING", "BeginTime", "llmprof-1")),
                tasks);
        assertFalse(tasks.getFirst().isAlive());
        assertTrue(tasks.getLast().isAlive() && tasks.getLast().isWaiting());
    }

    @Test
    void readsTheLargestArray() {
        assertEquals(
                OptionalInt.of(1001),
                SlurmAnswers.largestArray(
                        """
                        MailProg                = /bin/true
                        MaxArraySize            = 1001
                        """));
        assertEquals(OptionalInt.empty(), SlurmAnswers.largestArray(""));
    }

    @Test
    void aNumberThatCameAgainIsAnotherJob() {
        String shown =
                "JobId=2 ArrayJobId=1 ArrayTaskId=1 JobName=t.sh UserId=root(0) Priority=1"
                        + " JobState=COMPLETED Reason=None\n";
        assertEquals(Optional.of("COMPLETED"), SlurmAnswers.shownState(shown, "t.sh"));
        assertEquals(Optional.empty(), SlurmAnswers.shownState(shown, "llmprof-1"));
        assertEquals(
                Optional.of("CANCELLED"),
                SlurmAnswers.accountedState("CANCELLED by 0|llmprof-1\n", "llmprof-1"));
        assertEquals(
                Optional.empty(), SlurmAnswers.accountedState("COMPLETED|other\n", "llmprof-1"));
    }

    @Test
    void tellsAControllerThatIsDownFromOneThatRefuses() {
        String down =
                "sbatch: error: Batch job submission failed: Unable to contact slurm controller"
                        + " (connect failure)\n";
        String refused =
                "sbatch: error: invalid partition specified: nix\n"
                        + "sbatch: error: Batch job submission failed: Invalid partition name"
                        + " specified\n";
        assertTrue(SlurmAnswers.isPassing(down));
        assertFalse(SlurmAnswers.isPassing(refused));
        assertEquals(
                "Batch job submission failed: Invalid partition name specified",
                SlurmAnswers.reason(refused));
    }
}
