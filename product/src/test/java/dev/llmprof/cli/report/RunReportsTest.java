package dev.llmprof.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.analysis.cost.StaticAnalyses;
import dev.llmprof.app.PluginLists;
import dev.llmprof.console.Console;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.model.Presets;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Request;
import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.DoneRun;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.pipeline.RunPaths;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.paper.StaticComputeJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunReportsTest {
    private static final Path TRACE =
            Path.of("src/test/resources/kineto-own/torch-cpu/llama_generate_shapes.json.gz");
    private static final Instant START = Instant.parse("2026-11-15T14:22:33Z");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void aRunsArtifactsBecomeItsReports(@TempDir Path run) throws IOException {
        leaveRun(run);
        RunReports.write(run, PluginLists.SHIPPED.study(), console());
        JsonNode metrics = new JsonMapper().readTree(run.resolve("metrics.json").toFile());
        assertEquals(32, metrics.at("/timings/new_tokens").asInt());
        assertEquals("H100-SXM5-80GB", metrics.at("/prediction/hardware").asText());
        assertEquals("decode", metrics.at("/prediction/parts/1/phase").asText());
        assertEquals(1.9e9, metrics.at("/prediction/parts/1/measured_ns").asDouble());
        assertTrue(Files.size(run.resolve("report.html")) > 1_000_000);
        assertTrue(Files.size(run.resolve("tables/operators.parquet")) > 1_000);
        assertTrue(Files.exists(run.resolve("csv/operator_summary.csv")));
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("decode"));
    }

    @Test
    void aClockThatDidNotWaitForTheDeviceIsNotBelieved(@TempDir Path run) throws IOException {
        leaveRun(run);
        Path results = run.resolve("results.json");
        Files.writeString(
                results,
                Files.readString(results).replace("{\"items", "{\"clock\":\"host\",\"items"));
        RunReports.write(run, PluginLists.SHIPPED.study(), console());
        JsonNode metrics = new JsonMapper().readTree(run.resolve("metrics.json").toFile());
        assertTrue(metrics.path("timings").isMissingNode(), metrics.path("timings").toString());
        assertTrue(metrics.at("/prediction/parts/1/measured_ns").asDouble() < 1.9e9);
    }

    @Test
    void theReportShowsEachCommandToCopy(@TempDir Path run) throws IOException {
        leaveRun(run);
        RunReports.write(run, PluginLists.SHIPPED.study(), console());
        String report = Files.readString(run.resolve("report.md"));
        assertTrue(report.contains("llmprof-engine 'a page.png'"), report);
        assertTrue(report.contains("nsys: nothing was captured"), report);
    }

    @Test
    void renderedAgainTheBytesAreTheSame(@TempDir Path run) throws IOException {
        leaveRun(run);
        RunReports.write(run, PluginLists.SHIPPED.study(), console());
        byte[] page = Files.readAllBytes(run.resolve("report.html"));
        RunReports.write(run, PluginLists.SHIPPED.study(), console());
        assertEquals(
                0, java.util.Arrays.compare(page, Files.readAllBytes(run.resolve("report.html"))));
    }

    @Test
    void aFileThatHasChangedSinceTheRunIsNamed(@TempDir Path run) throws IOException {
        leaveRun(run);
        Path results = run.resolve("results.json");
        Manifest manifest = ManifestFile.read(run);
        ManifestFile.write(
                manifest.with(
                        manifest.stage("direct_inference")
                                .orElseThrow()
                                .with(
                                        List.of(
                                                RunPaths.entry(
                                                        run,
                                                        new Artifact(
                                                                "workload.results", results))))),
                run);
        Files.writeString(results, Files.readString(results).replace("1900.0", "1800.0"));

        RunReports.write(run, PluginLists.SHIPPED.study(), console());

        String changed = "changed since the run wrote it: results.json";
        assertTrue(out.toString(StandardCharsets.UTF_8).contains(changed));
        assertTrue(Files.readString(run.resolve("report.md")).contains(changed));
    }

    @Test
    void aRunIsDrawnWithItsStagesAndRequestsOnTheClockOfItsTrace(@TempDir Path run)
            throws IOException {
        leaveRun(run);
        long began = START.plusSeconds(1).getEpochSecond() * 1_000_000_000L;
        Path results = run.resolve("results.json");
        Files.writeString(
                results,
                Files.readString(results)
                        .replace(
                                "{\"image_path",
                                "{\"began_unix_ns\": " + began + ", \"image_path"));
        Path drawn = run.resolve("drawn/trace.json");
        RunReports.write(run, PluginLists.SHIPPED.study(), Optional.of(drawn), console());

        JsonNode root = new JsonMapper().readTree(drawn.toFile());
        long zero = root.path("baseTimeNanoseconds").asLong();
        List<String> found = new ArrayList<>();
        for (JsonNode event : root.path("traceEvents")) {
            if (event.path("cat").asText().matches("stage|request")) {
                double unix = zero / 1e9 + event.path("ts").asDouble() / 1e6;
                found.add(
                        "%s +%.0f s for %.0f ms"
                                .formatted(
                                        event.path("name").asText(),
                                        unix - START.getEpochSecond(),
                                        event.path("dur").asDouble() / 1e3));
            }
        }
        assertEquals(
                List.of(
                        "torch_profiler +0 s for 2000 ms",
                        "direct_inference +0 s for 2000 ms",
                        "prefill +1 s for 63 ms",
                        "decode +1 s for 1900 ms"),
                found);
        assertTrue(
                out.toString(StandardCharsets.UTF_8).contains("perfetto  " + drawn),
                out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aFolderThatIsNoRunIsAProblem(@TempDir Path folder) {
        assertThrows(
                Problem.Found.class,
                () -> RunReports.write(folder, PluginLists.SHIPPED.study(), console()));
    }

    private Console console() {
        var stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        return new Console(stream, stream, false, false, Console.Volume.NORMAL);
    }

    private static void leaveRun(Path run) throws IOException {
        Files.copy(TRACE, run.resolve("trace.json.gz"));
        Files.writeString(run.resolve("static_compute.json"), onPaper());
        Files.writeString(
                run.resolve("results.json"),
                """
                {"items": [{"image_path": "a page.png", "prefill_ms": 63.0, "vision_ms": 41.0,
                  "decode_ms": 1900.0, "prefill_len": 273, "tokens": 32}]}
                """);
        new DoneRun(run, START)
                .written(
                        List.of(
                                stage(
                                        run,
                                        "static_analysis",
                                        "static.result",
                                        "static_compute.json"),
                                stage(run, "torch_profiler", "torch.trace", "trace.json.gz"),
                                stage(run, "direct_inference", "workload.results", "results.json"),
                                failed()));
    }

    private static String onPaper() {
        return StaticComputeJson.of(
                StaticAnalyses.of(
                        Presets.find(Presets.names().getFirst()).orElseThrow(),
                        new Request(1, 273, 31, Request.DEFAULT.images()),
                        Counting.of(Precision.BF16),
                        Optional.of(ShippedGpus.catalogue().named("h100-sxm5-80gb"))));
    }

    private static Manifest.StageEntry stage(Path run, String name, String kind, String path) {
        var command =
                new Manifest.CommandEntry(
                        List.of("llmprof-engine", "a page.png"),
                        "/",
                        "exited",
                        OptionalInt.of(0),
                        OptionalInt.empty(),
                        2,
                        0,
                        "tool.log");
        return new DoneRun(run, START)
                .stage(
                        name,
                        List.of(command),
                        List.of(new Manifest.ArtifactEntry(path, kind, 1, "")));
    }

    private static Manifest.StageEntry failed() {
        return new Manifest.StageEntry(
                "nsys",
                Manifest.Verdict.FAILED,
                Optional.empty(),
                List.of(new Problem("nothing was captured", "nsys/tool.log", "nsys.full")),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of());
    }
}
