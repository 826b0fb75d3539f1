package dev.llmprof.analysis.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.trace.WorkloadResults;
import dev.llmprof.trace.WorkloadResults.Item;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WorkloadTimingsTest {
    private static final Item COLD = item(true, true);
    private static final Item RECORDED = item(true, false);
    private static final Item BARE = item(false, false);
    private static final WorkloadResults PLAIN = results(item(false, true), BARE);

    @Test
    void threeRequestsBesideTheRecordingAreEnough() {
        WorkloadResults recorded = results(COLD, RECORDED, BARE, BARE, BARE);
        assertEquals(recorded, chosen(recorded));
    }

    @Test
    void fewerGiveWayToThePassWithoutAProfiler() {
        assertEquals(PLAIN, chosen(results(COLD, RECORDED, BARE, BARE)));
    }

    @Test
    void withoutSuchAPassTheRecordedOneIsAllThereIs() {
        WorkloadResults recorded = results(COLD, RECORDED);
        assertEquals(
                Optional.of(recorded),
                WorkloadTimings.chosen(Optional.of(recorded), Optional.empty()));
    }

    @Test
    void aClockThatDidNotWaitForTheDeviceSaysNothing() {
        var launched =
                new WorkloadResults(
                        false,
                        new TreeMap<>(Map.of("clock", "host")),
                        new TreeMap<>(),
                        List.of(),
                        List.of(BARE, BARE, BARE),
                        List.of());
        assertEquals(
                Optional.empty(), WorkloadTimings.chosen(Optional.of(launched), Optional.empty()));
    }

    private static WorkloadResults chosen(WorkloadResults recorded) {
        return WorkloadTimings.chosen(Optional.of(recorded), Optional.of(PLAIN)).orElseThrow();
    }

    private static WorkloadResults results(Item... items) {
        return new WorkloadResults(
                false,
                new TreeMap<>(),
                new TreeMap<>(),
                List.of(),
                Stream.of(items).toList(),
                List.of());
    }

    private static Item item(boolean profiled, boolean cold) {
        return new Item("a", 5, 6, 0, 0, 0, 0, 7, 8, 1, profiled, cold);
    }
}
