package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `llmprof run` with no word more, on the real engine: its reports with times masked, against
/// those that were read and approved. `./mvnw verify -Dgolden=write` rewrites them; read the
/// difference.
class DefaultRunIT {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/default-run");

    @TempDir private static Path directory;

    @BeforeAll
    static void run() throws IOException, InterruptedException {
        assumeFalse(
                Files.exists(Path.of("/proc/driver/nvidia/gpus")),
                "skipped: with a GPU the default run shows more than was approved");
        Path log = directory.resolve("log.txt");
        Process run =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "--enable-native-access=ALL-UNNAMED",
                                "-Dllmprof.engine.home=" + Path.of("target").toAbsolutePath(),
                                "-cp",
                                Path.of("../product/target/llmprof.jar").toString(),
                                "dev.llmprof.app.Main",
                                "run",
                                "hydra.run.dir=" + directory.resolve("run"))
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        assertEquals(0, run.waitFor(), Files.readString(log));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "report.md",
                "operators.md",
                "kernels.md",
                "stakeholder_summary.md",
                "static_analysis/static_compute.md"
            })
    void isAsApproved(String name) throws IOException {
        String report = Files.readString(directory.resolve("run").resolve(name));
        String actual = MaskedMarkdown.of(report, directory.toString());
        Path golden = GOLDEN.resolve(Path.of(name).getFileName());
        if ("write".equals(System.getProperty("golden"))) {
            Files.createDirectories(GOLDEN);
            Files.writeString(golden, actual);
        }
        assertEquals(Files.readString(golden), actual, "golden file " + name);
    }

    @Test
    void everyPhaseIsJoinedWithTheModelAndAddsUp() throws IOException {
        JsonNode metrics = Expected.json(directory.resolve("run/metrics.json"));
        JsonNode joins = metrics.at("/prediction/model_operators");
        assertEquals(
                List.of("sam", "clip", "projector", "prefill", "decode"),
                joins.findValuesAsText("phase"));
        for (JsonNode join : joins) {
            long rows = 0;
            for (JsonNode row : join.path("rows")) {
                rows += row.path("measured_ns").asLong();
            }
            assertEquals(join.path("measured_ns").asLong(), rows + join.path("rest_ns").asLong());
            assertTrue(rows > 0, join::toString);
        }
    }

    @Test
    void theModelsProductsAreFoundByShapeInPrefillAndDecode() throws IOException {
        JsonNode joins =
                Expected.json(directory.resolve("run/metrics.json"))
                        .at("/prediction/model_operators");
        for (JsonNode join : List.of(joins.get(3), joins.get(4))) {
            for (JsonNode row : join.path("rows")) {
                if (row.path("class").asText().equals("matrix products")) {
                    assertEquals("shape", row.path("match").asText(), row::toString);
                }
            }
        }
    }
}
