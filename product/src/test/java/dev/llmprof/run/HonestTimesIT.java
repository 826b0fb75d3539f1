package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.console.ExitCode;
import dev.llmprof.stage.HookedRun;
import dev.llmprof.testing.OneUtilisation;
import dev.llmprof.testing.RealTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A Python program under a whole `llmprof run`: where its times come from.
class HonestTimesIT {
    @TempDir private Path directory;

    @Test
    void aRunDirectoryHasOneMfuForAPhase() throws Exception {
        String screen = ran("7", "8");

        List<String> phases = List.of("prefill", "decode");
        OneUtilisation.of(run()).assertEverywhere(phases, phases, screen);
    }

    @Test
    void requestsOutsideTheWindowAreBare() throws Exception {
        ran("7", "8");

        JsonNode timings = metrics().path("timings");
        assertEquals("bare", timings.path("source").asText());
        // The first warms, the next three are recorded.
        assertEquals("median of 3 warm requests", timings.path("statistic").asText());
        // Of eight sequences each makes three tokens after its first.
        assertEquals(32, timings.at("/typical/new_tokens").asInt());
        assertEquals(
                timings.at("/typical/decode_ns").asDouble() / 3,
                timings.path("time_per_output_token_ns").asDouble(),
                0.5 * timings.path("time_per_output_token_ns").asDouble());
        assertTrue(timings.at("/cold/prefill_ns").asLong() > 0);
        assertTrue(text("report.md").contains("and 4 new ones for each sequence"));
        assertEquals(
                "high",
                new JsonMapper()
                        .readTree(run().resolve("tmp/torch_profiler/results.json").toFile())
                        .path("float32_matmul_precision")
                        .asText());
    }

    @Test
    void noTableOfPhasesHasColumnsOfTwoSources() throws Exception {
        ran("7", "1");

        List<String> heads =
                text("report.md").lines().filter(line -> line.startsWith("| phase ")).toList();
        assertTrue(heads.stream().anyMatch(head -> head.contains("MFU")), heads.toString());
        assertTrue(
                heads.stream()
                        .noneMatch(head -> head.contains("MFU") && head.contains("host time")),
                heads.toString());
        assertTrue(text("report.md").contains("\nOne request against the device: bare\n"));
        assertTrue(text("report.md").contains("\nPhases as recorded: torch, sums"));
    }

    @Test
    void tooFewRequestsAreSaidToBeTimedUnderTheProfiler() throws Exception {
        String screen = ran("3", "1");

        assertEquals("torch", metrics().at("/timings/source").asText());
        assertTrue(
                screen.contains(
                        "times: torch, median of 2 warm requests; under the profiler; without:"
                                + " capture.bare=on"),
                screen);
    }

    @Test
    void aPassWithoutAProfilerTimesThem() throws Exception {
        ran("3", "1", "capture.bare=on");

        assertEquals("bare", metrics().at("/timings/source").asText());
        assertEquals("median of 2 warm requests", metrics().at("/timings/statistic").asText());
        assertEquals("bare", metrics().at("/utilisation/0/time_source").asText());
    }

    private String ran(String requests, String sequences, String... overrides) throws Exception {
        List<String> words = new ArrayList<>(List.of("run", "hydra.run.dir=" + run()));
        words.addAll(List.of(overrides));
        words.addAll(
                List.of(
                        "--",
                        RealTool.pythonWithTorch().toString(),
                        HookedRun.PROGRAMS.resolve("batches.py").toString(),
                        requests,
                        sequences));
        Llmprof llmprof = Llmprof.start(directory, List.of(), words);
        assertEquals(ExitCode.OK, llmprof.exit(), llmprof.errors());
        return Files.readString(llmprof.out());
    }

    private JsonNode metrics() throws IOException {
        return new JsonMapper().readTree(run().resolve("metrics.json").toFile());
    }

    private String text(String file) throws IOException {
        return Files.readString(run().resolve(file));
    }

    private Path run() {
        return directory.resolve("run");
    }
}
