package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.kineto.Served;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How much of a trace the terminal shows.
class ScreenTest {
    @TempDir Path directory;
    private Path traces;

    @BeforeEach
    void record() throws IOException {
        traces = Files.createDirectory(directory.resolve("traces"));
        Served served = Served.sglang();
        Files.write(traces.resolve("run.json"), served.replay().json());
        Files.write(traces.resolve("capture.json"), served.capture().json());
    }

    @Test
    void theMoreTablesThereAreTheFewerRowsEachHas() {
        String shown = shown(traces);
        assertTrue(shown.contains("kernel names: 3 of "), shown);
        assertTrue(shown.contains("operators: 3 of "), shown);
    }

    @Test
    void asManyRowsAsAreAskedFor() {
        String shown = shown(traces, "--top", "5");
        assertTrue(shown.contains("kernel names: 5 of "), shown);
        assertTrue(shown.contains("operators: 5 of "), shown);
    }

    @Test
    void phasesThatAreKindsOfStepsHaveOneTable() {
        String shown = shown(traces);
        assertTrue(shown.contains("decode in all: GPU busy "), shown);
        assertEquals(0, shown.lines().filter(line -> line.startsWith("phase ")).count(), shown);
    }

    @Test
    void ratesOfOperatorsAreShownAgainstTheGpuThatIsNamed() {
        assertTrue(shown(traces).contains("no bound: the trace names no GPU"), shown(traces));
        String shown = shown(traces, "--gpu", "mi300x");
        assertTrue(shown.contains("of the GPU time; compared with MI300X"), shown);
        assertFalse(shown.contains("is not in llmprof's data"), shown);
    }

    @Test
    void aServersTraceFitsAScreen() {
        assertTrue(shown(traces).lines().count() <= 50, shown(traces));
    }

    @Test
    void oneStepHasNoColumnsThatOnlySeveralCanFill() throws IOException {
        Path vllm = directory.resolve("vllm.json");
        Files.write(vllm, Served.vllm().replay().json());
        assertEquals("kind steps batch GPU span GPU busy host", headings(vllm));
        SharedData.ifHere("kineto/tracelens/inference_vllm_decode_full_graph_execution.json.gz")
                .ifPresent(trace ->
                        assertEquals(
                                "kind steps batch KV length GPU span GPU busy host",
                                headings(trace)));
    }

    @Test
    void aGpuThatIsBusyForAMomentOfARecordingIsSaidToBe() throws IOException {
        Path trace =
                Files.writeString(
                        directory.resolve("moment.json"),
                        """
                        {"traceEvents": [
                        {"ph":"X","cat":"user_annotation","name":"run","pid":1,"tid":7,"ts":0,"dur":13300000},
                        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":3,"ts":610020,"dur":2}]}
                        """);
        String shown = shown(trace);
        assertTrue(
                shown.contains(
                        "GPU busy 2.00 µs of 2.00 µs (100.0 %) · computation 2.00 µs · no"
                                + " communication · no copies; the host's events span 13.3"),
                shown);
    }

    private String headings(Path trace) {
        String shown = shown(trace);
        return shown.lines()
                .filter(line -> line.startsWith("kind "))
                .map(line -> line.replaceAll(" +", " "))
                .findFirst()
                .orElse(shown);
    }

    private String shown(Path trace, String... words) {
        List<String> line = new ArrayList<>(List.of(trace.toString()));
        line.addAll(List.of("-o", directory.resolve("out").toString()));
        line.addAll(List.of(words));
        return AnalyzeOutput.of(line);
    }
}
