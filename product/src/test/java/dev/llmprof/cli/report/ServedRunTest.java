package dev.llmprof.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.app.PluginLists;
import dev.llmprof.console.Console;
import dev.llmprof.pipeline.DoneRun;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.served.LoadFacts;
import dev.llmprof.served.RequestLog;
import dev.llmprof.testing.ForwardTrace;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.GpuEvent.Work;
import dev.llmprof.testing.kineto.Lane;
import dev.llmprof.testing.kineto.Program;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The report of a run whose workload was a server.
class ServedRunTest {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir private Path run;

    @Test
    void everyStepIsHeldAgainstTheModelThatRequestsNamed() throws IOException {
        leaveRun(model().toString());
        JsonNode prediction = reported().path("prediction");
        assertEquals("H100-SXM5-80GB", prediction.path("hardware").asText());
        assertEquals(
                List.of("exact", "exact", "exact", "exact"),
                prediction.path("step_bounds").findValuesAsText("basis"));
        assertTrue(
                Files.readString(run.resolve("report.html"))
                        .contains("Every step as a multiple of its bound"));
        assertEquals(5, Files.readAllLines(run.resolve("csv/step_bounds.csv")).size());
    }

    @Test
    void aNameThatSaysNothingOfTheModelHasNoBounds() throws IOException {
        leaveRun("my-model");
        assertTrue(reported().path("prediction").isMissingNode());
    }

    /// Without a GPU the host's time is what a step took, in the format that the hook saw.
    @Test
    void stepsOfAServerOnTheCpuAreHeldAgainstThisMachine() throws IOException {
        leaveRun(model().toString());
        Files.writeString(run.resolve("trace.json"), steps(Program::synchronise));
        Files.writeString(
                run.resolve("results.json"),
                "{\"schema\": 1, \"device\": \"cpu\", \"dtype\": \"fp32\", \"items\": []}");
        JsonNode prediction = reported().path("prediction");
        assertEquals("host", prediction.path("hardware").asText());
        assertEquals(
                List.of("exact", "exact", "exact", "exact"),
                prediction.path("step_bounds").findValuesAsText("basis"));
        double single = prediction.path("step_bounds").path(0).path("bytes").asDouble();

        Files.writeString(
                run.resolve("results.json"),
                "{\"schema\": 1, \"device\": \"cpu\", \"dtype\": \"bf16\", \"items\": []}");
        assertEquals(
                single / 2,
                reported().path("prediction").path("step_bounds").path(0).path("bytes").asDouble());
    }

    /// What only enqueues for a GPU says nothing of what a step took there.
    @Test
    void stepsOfWhichOnlyTheHostWasRecordedHaveNoBounds() throws IOException {
        leaveRun(model().toString());
        Files.writeString(run.resolve("trace.json"), steps(Program::synchronise));
        Files.writeString(
                run.resolve("results.json"),
                "{\"schema\": 1, \"device\": \"cuda:0\", \"items\": []}");
        assertTrue(reported().path("prediction").isMissingNode());
    }

    private Path model() throws IOException {
        Path folder = Files.createDirectories(run.resolve("model"));
        Files.writeString(folder.resolve("config.json"), ForwardTrace.CONFIG);
        return folder;
    }

    private JsonNode reported() throws IOException {
        var stream = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        var console = new Console(stream, stream, false, false, Console.Volume.NORMAL);
        RunReports.write(run, PluginLists.SHIPPED.study(), console);
        return new JsonMapper().readTree(run.resolve("metrics.json").toFile());
    }

    private void leaveRun(String model) throws IOException {
        Files.writeString(run.resolve("trace.json"), trace());
        Files.writeString(run.resolve("results.json"), "{\"schema\": 1, \"items\": []}");
        var facts =
                new LoadFacts(
                        START.getEpochSecond() * 1_000_000_000L,
                        "http://127.0.0.1:8000",
                        "vLLM",
                        model,
                        "closed loop",
                        false,
                        LoadFacts.Goals.NONE);
        try (var log = new RequestLog(run.resolve(RequestLog.NAME), facts)) {
            log.end("");
        }
        var done = new DoneRun(run, START);
        done.written(
                List.of(
                        done.stage(
                                "torch_profiler",
                                List.of(
                                        new Manifest.ArtifactEntry(
                                                "trace.json", "torch.trace", 1, ""),
                                        new Manifest.ArtifactEntry(
                                                "results.json", "workload.results", 1, ""),
                                        new Manifest.ArtifactEntry(
                                                RequestLog.NAME, "load.requests", 1, "")))));
    }

    private static String trace() {
        return steps(program -> program.launch(Work.kernel("gemm", new Lane(0, 7), 500_000)));
    }

    private static String steps(Consumer<Program> layer) {
        var program = new Program(Dialect.CUDA, 3);
        for (int step = 0; step < 4; step++) {
            int keys = 32 * (1000 + step);
            program.range(
                    "execute_32_context_0(sq0sk0sqsq0sqsk0)_generation_32(sq32sk%dsqsq32sqsk%d)"
                            .formatted(keys, keys),
                    () -> {
                        for (int each = 0; each < 6; each++) {
                            layer.accept(program);
                        }
                    });
        }
        return new String(program.recorded().json(), StandardCharsets.UTF_8)
                .replace("Made-up GPU", "NVIDIA H100 80GB HBM3");
    }
}
