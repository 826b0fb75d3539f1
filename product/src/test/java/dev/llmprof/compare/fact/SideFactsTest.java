package dev.llmprof.compare.fact;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.Programs;
import dev.llmprof.testing.kineto.Recording;
import dev.llmprof.trace.kineto.KinetoReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class SideFactsTest {

    private static SideFacts facts(Recording recording) throws IOException {
        return facts(new ByteArrayInputStream(recording.json()));
    }

    private static SideFacts facts(InputStream in) throws IOException {
        return CaptureFacts.of(Capture.of(NestedTrace.of(KinetoReader.read("a/trace.json", in))));
    }

    private static ComparedFact fact(SideFacts a, SideFacts b, String name) {
        return SideFacts.compared(a, b).stream()
                .filter(fact -> fact.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static SideFacts gpu(String name) {
        return new SideFacts(Map.of(FactKind.GPU, name));
    }

    @Test
    void anotherGpuForbidsTheComparison() {
        ComparedFact fact = fact(gpu("H100 × 1"), gpu("H100 × 2"), "gpu");
        assertEquals(
                new ComparedFact(
                        "gpu", FactClass.MUST, FactState.DIFFERENT, "H100 × 1", "H100 × 2"),
                fact);
        assertEquals(true, fact.forbids());
    }

    @Test
    void whatOneSideDoesNotSayIsUnknownAndForbidsNothing() {
        ComparedFact fact = fact(gpu("H100 × 1"), SideFacts.NONE, "gpu");
        assertEquals(FactState.UNKNOWN, fact.state());
        assertEquals(false, fact.forbids());
    }

    @Test
    void everyFactThatMustBeTheSameIsListed() {
        assertEquals(
                List.of("gpu", "model", "format", "parallelism", "phases", "request", "tool"),
                SideFacts.compared(SideFacts.NONE, SideFacts.NONE).stream()
                        .map(ComparedFact::name)
                        .toList());
        assertEquals(
                List.of("gpu", "model", "format", "parallelism", "phases", "request", "tool"),
                FactKind.allowable());
    }

    @Test
    void runsOfASideThatDifferSaySo() {
        SideFacts both = SideFacts.joined(List.of(gpu("H100 × 1"), gpu("A100 × 1")));
        assertEquals("H100 × 1 | A100 × 1", both.values().get(FactKind.GPU));
    }

    @Test
    void aRunsRecordsGoBeforeItsCapture() {
        assertEquals("B", gpu("A").with(gpu("B")).values().get(FactKind.GPU));
    }

    @Test
    void aCaptureSaysItsPhasesAndItsTool() throws IOException {
        Map<FactKind, String> facts = facts(Programs.eagerLlama(Dialect.CUDA)).values();
        assertEquals("decode prefill", facts.get(FactKind.PHASES));
        assertEquals("pytorch", facts.get(FactKind.TOOL));
        assertEquals("trace.json", facts.get(FactKind.FILE));
    }

    @Test
    void aCaptureWithoutGpuWorkIsNoneOfAGpu() throws IOException {
        assertEquals("no GPU work", facts(Programs.hostOnly()).values().get(FactKind.GPU));
    }

    @Test
    void aRankSaysHowManyThereAre() throws IOException {
        assertEquals(
                "2 ranks", facts(Programs.tensorParallel(1, 2)).values().get(FactKind.PARALLELISM));
    }

    @Test
    void twoVendorsAreTwoGpus() throws IOException {
        Optional<Path> first = SharedData.ifHere("compare/h100-timesformer.json.gz");
        Optional<Path> second = SharedData.ifHere("compare/mi300-timesformer.json.gz");
        if (first.isEmpty() || second.isEmpty()) {
            return;
        }
        try (var a = new GZIPInputStream(Files.newInputStream(first.get()));
                var b = new GZIPInputStream(Files.newInputStream(second.get()))) {
            List<ComparedFact> facts = SideFacts.compared(facts(a), facts(b));
            assertEquals(
                    List.of("gpu"),
                    facts.stream().filter(ComparedFact::forbids).map(ComparedFact::name).toList());
        }
    }
}
