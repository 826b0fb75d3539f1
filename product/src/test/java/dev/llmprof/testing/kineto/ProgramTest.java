package dev.llmprof.testing.kineto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.testing.Golden;
import dev.llmprof.testing.kineto.GpuEvent.Work;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class ProgramTest {
    private static final Path REAL =
            Path.of("src/test/resources/kineto-own/torch-cpu/llama_generate_stack.json.gz");

    @Test
    void theSameWordsGiveTheSameBytes() {
        var again = Programs.all().values().iterator();
        Programs.all()
                .forEach((name, recording) ->
                        assertArrayEquals(recording.json(), again.next().json(), name));
    }

    /// The launcher records with it what the analysis of such a trace needs.
    @Test
    void oneIsKeptForTheLauncher() throws IOException {
        String text = new String(Programs.eagerLlama(Dialect.CUDA).json(), StandardCharsets.UTF_8);
        Golden.check("kineto/llama_on_gpu.json", text);
    }

    @Test
    void theTruthIsWhatTheProgramSaid() {
        var program = new Program(Dialect.CUDA, 3);
        Lane lane = new Lane(0, 7);
        program.operator(
                "aten::linear",
                "",
                () -> {
                    program.launch(Work.set(lane, 500, 4));
                    program.operator(
                            "aten::mm",
                            "",
                            () -> program.launch(Work.kernel("gemm", lane, 10_000)));
                });
        JsonNode truth = program.recorded().truth();
        assertEquals(10_000, truth.at("/kernels/total_ns").asLong());
        assertEquals(10_500, truth.at("/busy_ns").asLong());
        Map<String, String> nanos = new TreeMap<>();
        truth.path("operators")
                .forEach(row ->
                        nanos.put(
                                row.path("name").asText(),
                                row.path("device_ns") + " of " + row.path("device_total_ns")));
        assertEquals(Map.of("aten::linear", "500 of 10500", "aten::mm", "10000 of 10000"), nanos);
    }

    /// The fields that PyTorch itself wrote for operators and Python's frames on a CPU.
    @Test
    void eventsHaveNoFieldThatTheProfilerDoesNotWrite() throws IOException {
        Map<String, Set<String>> real;
        try (var in = new GZIPInputStream(Files.newInputStream(REAL))) {
            real = fields(new JsonMapper().readTree(in));
        }
        Map<String, Set<String>> made =
                fields(new JsonMapper().readTree(Programs.eagerLlama(Dialect.CUDA).json()));
        for (String category : Set.of("cpu_op", "user_annotation", "python_function")) {
            Set<String> invented = new TreeSet<>(made.getOrDefault(category, Set.of("none")));
            invented.removeAll(real.getOrDefault(category, Set.of()));
            // Recorded with stacks, and so without shapes.
            invented.remove("args.Input Dims");
            assertEquals(Set.of(), invented, category);
        }
    }

    private static Map<String, Set<String>> fields(JsonNode trace) {
        Map<String, Set<String>> fields = new TreeMap<>();
        for (JsonNode event : trace.path("traceEvents")) {
            Set<String> seen =
                    fields.computeIfAbsent(event.path("cat").asText(), _ -> new TreeSet<>());
            event.fieldNames().forEachRemaining(seen::add);
            event.path("args").fieldNames().forEachRemaining(name -> seen.add("args." + name));
        }
        return fields;
    }
}
