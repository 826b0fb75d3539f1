package dev.llmprof.run.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ArrayPlanTest {
    private static final ClusterSweep SWEEP =
            new ClusterSweep(
                    Path.of("/sweep"),
                    "1",
                    "llmprof-1",
                    Path.of("/sweep/.slurm/logs"),
                    Duration.ofSeconds(5),
                    List.of(),
                    List.of());

    private static List<String> planned(ClusterSweep sweep, List<Integer> tasks) {
        return ArrayPlan.of(sweep, tasks, 1001).stream()
                .map(array -> ArrayPlan.asked(array, 256))
                .map(array -> array.name() + " " + array.indices() + " +" + array.offset())
                .toList();
    }

    @Test
    void fourTasksAreOneArray() {
        assertEquals(List.of("llmprof-1 0-3%256 +0"), planned(SWEEP, List.of(0, 1, 2, 3)));
    }

    @Test
    void fifteenHundredTasksAreTwoArrays() {
        assertEquals(
                List.of("llmprof-1 0-1000%256 +0", "llmprof-1.2 0-498%256 +1001"),
                planned(SWEEP, IntStream.range(0, 1500).boxed().toList()));
    }

    @Test
    void whatIsSubmittedAgainHasANameOfItsOwnAndKeepsItsNumbers() {
        ClusterSweep before = SWEEP.with(ArrayPlan.of(SWEEP, List.of(0, 1, 2), 1001).getFirst());
        assertEquals(
                List.of("llmprof-1.2 1,3-4,7%256 +0", "llmprof-1.3 0%256 +1001"),
                planned(before, List.of(7, 1, 3, 4, 1001)));
    }
}
