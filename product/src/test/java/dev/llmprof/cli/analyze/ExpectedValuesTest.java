package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every value that was recorded for real traces, and every one worked out by hand.
class ExpectedValuesTest {
    private static final Path OWN = Path.of("src/test/resources/kineto-own");

    @Test
    void equalsWhatWasRecordedForRealTraces() throws IOException {
        Path data = SharedData.at("kineto");
        Map<String, List<String>> differences = new TreeMap<>();
        List<Path> recorded = recorded(data.resolve("expected"));
        for (Path file : recorded) {
            JsonNode expected = tree(file);
            JsonNode actual = Expected.analysed(data.resolve(expected.path("trace").asText()));
            List<String> found = Expected.differences(expected, actual);
            if (!found.isEmpty()) {
                differences.put(file.getFileName().toString(), found);
            }
        }
        assertEquals(Map.of(), differences);
        assertEquals(20, recorded.size());
    }

    @ParameterizedTest
    @MethodSource("ours")
    void equalsWhatWasRecordedForOurOwnTraces(String name) throws IOException {
        Path data = OWN.resolve("torch-cpu");
        JsonNode actual = Expected.analysed(data.resolve(name + ".json.gz"));
        assertEquals(
                List.of(),
                Expected.differences(tree(data.resolve(name + ".expected.json")), actual));
    }

    @Test
    void equalsWhatWasWorkedOutByHandForEdgeCases() throws IOException {
        int checked = 0;
        for (var trace : tree(OWN.resolve("edge/expected.json")).properties()) {
            JsonNode actual =
                    Expected.analysed(OWN.resolve("edge").resolve(trace.getKey() + ".json"));
            for (var value : trace.getValue().properties()) {
                JsonNode found = actual.at("/" + value.getKey().replace('.', '/'));
                assertEquals(
                        value.getValue().toString(),
                        found.toString(),
                        trace.getKey() + " " + value.getKey());
                checked++;
            }
        }
        assertEquals(78, checked);
    }

    private static List<Path> recorded(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> !file.getFileName().toString().startsWith("graph_"))
                    .sorted()
                    .toList();
        }
    }

    static List<String> ours() {
        return List.of(
                "llama_generate_memory",
                "llama_generate_noshapes",
                "llama_generate_shapes",
                "llama_generate_stack");
    }

    private static JsonNode tree(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }
}
