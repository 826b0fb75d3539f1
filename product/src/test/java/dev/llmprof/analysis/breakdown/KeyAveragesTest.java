package dev.llmprof.analysis.breakdown;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.trace.Trace;
import dev.llmprof.trace.kineto.KinetoTraces;
import java.io.IOException;
import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Against what `torch.profiler` itself printed when it wrote the trace.
class KeyAveragesTest {
    private static final Path OWN = Path.of("src/test/resources/kineto-own/torch-cpu");

    @ParameterizedTest
    @ValueSource(
            strings = {"llama_generate_memory", "llama_generate_noshapes", "llama_generate_shapes"})
    void equalsTorchsOwnTable(String name) throws IOException {
        TreeSet<String> expected = new TreeSet<>();
        for (JsonNode row : torch(name).path("rows")) {
            expected.add(
                    line(
                            row.path("name").asText(),
                            row.path("user_annotation").asBoolean(),
                            row.path("calls").asLong(),
                            row.path("self_cpu_ns").asLong(),
                            row.path("total_cpu_ns").asLong(),
                            row.path("self_cpu_memory_bytes").asLong(),
                            row.path("cpu_memory_bytes").asLong()));
        }
        Trace trace = trace(name);
        TreeSet<String> actual = new TreeSet<>();
        for (KeyAverages.Row row :
                KeyAverageTables.byName(trace, HostTree.of(trace.host())).rows()) {
            actual.add(
                    line(
                            row.name(),
                            row.userAnnotation(),
                            row.calls(),
                            row.selfHostNanos(),
                            row.totalHostNanos(),
                            row.selfHostBytes(),
                            row.totalHostBytes()));
        }
        assertEquals(expected, actual);
    }

    @ParameterizedTest
    @ValueSource(strings = {"llama_generate_memory", "llama_generate_shapes"})
    void equalsTorchsOwnTableByShape(String name) throws IOException {
        TreeSet<String> expected = new TreeSet<>();
        for (JsonNode row : torch(name).path("rows_by_shape")) {
            expected.add(
                    line(
                            row.path("name").asText(),
                            row.path("input_shapes").toString(),
                            row.path("calls").asLong(),
                            row.path("self_cpu_ns").asLong(),
                            row.path("total_cpu_ns").asLong()));
        }
        Trace trace = trace(name);
        TreeSet<String> actual = new TreeSet<>();
        for (KeyAverages.Row row :
                KeyAverageTables.byShape(trace, HostTree.of(trace.host())).rows()) {
            actual.add(
                    line(
                            row.name(),
                            row.inputShapes(),
                            row.calls(),
                            row.selfHostNanos(),
                            row.totalHostNanos()));
        }
        assertEquals(expected, actual);
    }

    /// With stacks torch makes Python functions nodes too; operators are unaffected.
    @ParameterizedTest
    @ValueSource(strings = "llama_generate_stack")
    void operatorsEqualTorchsEvenWithStacks(String name) throws IOException {
        TreeSet<String> expected = new TreeSet<>();
        for (JsonNode row : torch(name).path("rows")) {
            if (row.path("name").asText().startsWith("aten::")) {
                expected.add(
                        line(
                                row.path("name").asText(),
                                row.path("calls"),
                                row.path("self_cpu_ns"),
                                row.path("total_cpu_ns")));
            }
        }
        Trace trace = trace(name);
        TreeSet<String> actual = new TreeSet<>();
        for (KeyAverages.Row row :
                KeyAverageTables.byName(trace, HostTree.of(trace.host())).rows()) {
            if (row.name().startsWith("aten::")) {
                actual.add(
                        line(row.name(), row.calls(), row.selfHostNanos(), row.totalHostNanos()));
            }
        }
        assertEquals(expected, actual);
    }

    private static String line(Object... cells) {
        return java.util.Arrays.toString(cells);
    }

    private static JsonNode torch(String name) throws IOException {
        return new ObjectMapper().readTree(OWN.resolve(name + ".key_averages.json").toFile());
    }

    private static Trace trace(String name) throws IOException {
        return KinetoTraces.read(OWN.resolve(name + ".json.gz"), _ -> {});
    }
}
