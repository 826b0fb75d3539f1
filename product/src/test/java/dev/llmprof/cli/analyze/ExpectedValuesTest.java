package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.kineto.Programs;
import dev.llmprof.testing.kineto.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every value that was recorded for real traces, that a made one was made to have, and that was
/// worked out by hand.
class ExpectedValuesTest {
    private static final Path OWN = Path.of("src/test/resources/kineto-own");

    private static final List<String> OURS =
            List.of(
                    "llama_generate_memory",
                    "llama_generate_noshapes",
                    "llama_generate_shapes",
                    "llama_generate_stack");

    @TempDir Path directory;

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void findsWhatAProgramSaysItDid(String name, Recording recording) throws IOException {
        Path trace = recording.writtenTo(directory.resolve("own.json.gz"));
        assertEquals(
                List.of(),
                Expected.differencesOfAll(recording.truth(), Expected.analysed(trace)),
                name);
    }

    static Stream<Arguments> programs() {
        return Programs.all().entrySet().stream()
                .map(program -> Arguments.of(program.getKey(), program.getValue()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("recorded")
    void equalsWhatWasRecordedForRealTraces(Path expected, Path trace) throws IOException {
        assertEquals(List.of(), Expected.differences(tree(expected), Expected.analysed(trace)));
    }

    static Stream<Arguments> recorded() throws IOException {
        return Stream.concat(OURS.stream().map(ExpectedValuesTest::ours), shared().stream());
    }

    private static Arguments ours(String name) {
        Path data = OWN.resolve("torch-cpu");
        return Arguments.of(data.resolve(name + ".expected.json"), data.resolve(name + ".json.gz"));
    }

    private static List<Arguments> shared() throws IOException {
        List<Arguments> traces = new ArrayList<>();
        Optional<Path> data = SharedData.ifHere("kineto");
        if (data.isPresent()) {
            for (Path expected : recorded(data.get().resolve("expected"))) {
                String trace = tree(expected).path("trace").asText();
                traces.add(Arguments.of(expected, data.get().resolve(trace)));
            }
            assertEquals(20, traces.size());
        }
        return traces;
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

    private static JsonNode tree(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }
}
