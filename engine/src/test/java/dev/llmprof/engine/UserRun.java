package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.testing.EmptyCache;
import dev.llmprof.testing.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `llmprof run` as a user types it, on the real engine: its reports with times masked, against
/// those that were read and approved. `./mvnw verify -Dgolden=write` rewrites them; read the
/// difference.
record UserRun(Path directory, String golden, EmptyCache cache) {

    /// Runs to the end, with nothing cached.
    static UserRun start(Path directory, String golden, String... overrides)
            throws IOException, InterruptedException {
        assumeFalse(
                Files.exists(Path.of("/proc/driver/nvidia/gpus")),
                "skipped: with a GPU the run shows more than was approved");
        List<String> argv = new ArrayList<>(EngineJvm.packedLlmprof());
        argv.addAll(List.of("run", "hydra.run.dir=" + directory.resolve("run")));
        argv.addAll(List.of(overrides));
        Path log = directory.resolve("log.txt");
        var cache = new EmptyCache(directory.resolve("cache"));
        var builder =
                new ProcessBuilder(argv).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(cache.environment());
        assertEquals(0, builder.start().waitFor(), Files.readString(log));
        return new UserRun(directory, golden, cache);
    }

    /// All that was printed.
    String printed() throws IOException {
        return Files.readString(directory.resolve("log.txt"));
    }

    void assertAsApproved(String name) throws IOException {
        String report = Files.readString(directory.resolve("run").resolve(name));
        String actual = MaskedMarkdown.of(report, directory.toString());
        Golden.check(golden + "/" + Path.of(name).getFileName(), actual, cache);
    }

    /// Phases in order, each divided without a remainder into what the model explains and the rest.
    void assertJoined(List<String> phases) throws IOException {
        JsonNode joins = joins();
        assertEquals(phases, joins.findValuesAsText("phase"));
        for (JsonNode join : joins) {
            long rows = 0;
            for (JsonNode row : join.path("rows")) {
                rows += row.path("measured_ns").asLong();
            }
            assertEquals(join.path("measured_ns").asLong(), rows + join.path("rest_ns").asLong());
            assertTrue(rows > 0, join::toString);
        }
    }

    void assertProductsFoundByShapeInPrefillAndDecode() throws IOException {
        for (JsonNode join : joins()) {
            if (List.of("prefill", "decode").contains(join.path("phase").asText())) {
                for (JsonNode row : join.path("rows")) {
                    if (row.path("class").asText().equals("matrix products")) {
                        assertEquals("shape", row.path("match").asText(), row::toString);
                    }
                }
            }
        }
    }

    private JsonNode joins() throws IOException {
        return Expected.json(directory.resolve("run/metrics.json"))
                .at("/prediction/model_operators");
    }
}
