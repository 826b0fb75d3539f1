package dev.llmprof.stage.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.problem.Problem;
import dev.llmprof.process.Ended;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkloadFailureTest {
    private static final Path LOG = Path.of("run/tool.log");

    @Test
    void readsTheEnginesOwnWordsBackIntoAProblem() {
        var said = new Problem("files are not there", "list.txt:\na.png\nb.png", "mend the list");
        List<String> lines = ("model tiny on cpu\n" + said).lines().toList();
        assertEquals(said, WorkloadFailure.inItsOwnWords(lines, LOG));
    }

    @Test
    void pointsAtTheLogWhereTheEngineSaysNoPlace() {
        assertEquals(
                new Problem("something is wrong", LOG.toString(), ""),
                WorkloadFailure.inItsOwnWords(List.of("something is wrong"), LOG));
        assertEquals(
                new Problem("the engine was told something wrong", LOG.toString(), ""),
                WorkloadFailure.inItsOwnWords(List.of(), LOG));
    }

    @Test
    void whoInterruptedItIsNotSentToTheLog() {
        var usage = new Ended.Usage(Duration.ofSeconds(1), 0);
        assertEquals("", fix(new Ended.Interrupted(usage)));
        assertEquals("see the log", fix(new Ended.Exited(7, usage)));
        assertEquals("raise a.timeout", fix(new Ended.TimedOut(Duration.ofSeconds(1), usage)));
    }

    private static String fix(Ended ended) {
        var program =
                new Workload.Command(
                        List.of("true"), new Workload.Surroundings(Map.of(), Optional.empty()));
        return WorkloadFailure.of(program, ended, LOG, "a.timeout").fix();
    }
}
