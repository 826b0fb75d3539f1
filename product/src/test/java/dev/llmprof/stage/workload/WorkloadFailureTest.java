package dev.llmprof.stage.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.problem.Problem;
import java.nio.file.Path;
import java.util.List;
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
}
