package dev.llmprof.run.stage;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.app.PluginLists;
import dev.llmprof.cli.report.RunReports;
import dev.llmprof.console.Console;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.study.MeasuredModel;
import dev.llmprof.testing.OneUtilisation;
import dev.llmprof.testing.SeededCheckpoint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the stage leaves and the run's reports say of the same requests.
class RunUtilisationFilesTest {
    private static final Path TRACE =
            Path.of("src/test/resources/kineto-own/torch-cpu/llama_generate_shapes.json.gz");
    private static final Instant START = Instant.parse("2026-11-15T14:22:33Z");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private int requests = 3;
    private int tokens = 6;

    @TempDir private Path run = Path.of(".");

    @Test
    void everyPageAndFileHasTheSameUtilisation() throws IOException {
        report(0.063, 1.9);
        OneUtilisation.of(run)
                .assertEverywhere(
                        List.of("prefill", "decode"), List.of("prefill", "decode"), printed());
    }

    @Test
    void theTimesOfTheReportAreThoseOfTheRequestsThatWereCounted() throws IOException {
        report(0.063, 1.9);
        String metrics = Files.readString(run.resolve("metrics.json"));
        assertTrue(metrics.contains("\"decode_ns\" : 1900000"), metrics);
        assertTrue(metrics.contains("\"statistic\" : \"median of 3 warm requests\""), metrics);
    }

    @Test
    void whereTooFewRanBesideTheRecordingThePassWithoutAProfilerCountsEverywhere()
            throws IOException {
        requests = 2;
        report(0.063, 1.9);
        String metrics = Files.readString(run.resolve("metrics.json"));
        assertTrue(metrics.contains("\"decode_ns\" : 1000000"), metrics);
        OneUtilisation.of(run)
                .assertEverywhere(
                        List.of("prefill", "decode"), List.of("prefill", "decode"), printed());
    }

    @Test
    void aUtilisationAboveItsPeakIsMarkedAndNoHeadline() throws IOException {
        report(0.063, 0.000_01);
        String report = Files.readString(run.resolve("report.md"));
        assertTrue(report.contains("MFU or MBU of decode lies above 100 %"), report);
        assertTrue(report.contains("| MBU, decode | – | above its peak: internal error |"), report);
        assertTrue(report.contains("%, internal error |"), report);
        assertFalse(report.contains("MFU or MBU of prefill"), report);
        String torch = Files.readString(run.resolve("torch_profiler/report.md"));
        assertTrue(torch.contains(", above its peak: internal error\n"), torch);
    }

    @Test
    void oneTokenHasNoTimePerOutputToken() throws IOException {
        tokens = 1;
        report(0.063, 0);
        String report = Files.readString(run.resolve("report.md"));
        assertTrue(
                report.contains("| Time per output token | – | no token after the first |"),
                report);
        assertFalse(printed().contains("Time per output token"), printed());
        JsonNode metrics = new ObjectMapper().readTree(run.resolve("metrics.json").toFile());
        assertTrue(metrics.at("/timings/time_to_first_token_ns").isNumber(), metrics::toString);
        assertTrue(
                metrics.at("/timings/time_per_output_token_ns").isMissingNode(), metrics::toString);
    }

    /// Requests of the PyTorch profiler's stage, and others that ran before.
    private void report(double prefillMillis, double decodeMillis) throws IOException {
        Path folder = Files.createDirectories(run.resolve("torch_profiler"));
        Path trace = Files.copy(TRACE, folder.resolve("trace.json.gz"));
        Path results = folder.resolve("results.json");
        Files.writeString(results, results(prefillMillis, decodeMillis));
        Path earlier = Workload.Purpose.PLAIN.scratchIn(run).resolve("results.json");
        Files.createDirectories(earlier.resolveSibling(""));
        Files.writeString(earlier, results(1, 1));
        var files =
                new TorchReportFiles(
                        new LinkedHashMap<String, Map<String, String>>(),
                        read -> MeasuredModel.of(read, _ -> h100()),
                        () -> START);
        List<Artifact> artifacts = new ArrayList<>();
        artifacts.add(new Artifact("torch.trace", trace));
        artifacts.add(new Artifact("workload.results", results));
        artifacts.addAll(files.write(folder, List.of(trace), Optional.of(results)));
        var before = new Artifact("workload.results", earlier);
        ManifestFile.write(
                new Manifest(
                        "0.1.0",
                        START,
                        Optional.of(START),
                        List.of("run"),
                        run.toString(),
                        Manifest.Verdict.DONE,
                        List.of(
                                stage("direct_inference", List.of(before)),
                                stage("torch_profiler", artifacts))),
                run);
        var stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        RunReports.write(
                run,
                PluginLists.SHIPPED.study(),
                new Console(stream, stream, false, false, Console.Volume.NORMAL));
    }

    private String results(double prefillMillis, double decodeMillis) {
        String item =
                "{\"image_path\":\"a\",\"prefill_len\":9,\"tokens\":%d,\"prefill_ms\":%s,\"decode_ms\":%s}"
                        .formatted(tokens, prefillMillis, decodeMillis);
        return "{\"model_path\":\"%s\",\"dtype\":\"fp32\",\"device\":\"cuda:0\",\"items\":[%s]}"
                .formatted(
                        SeededCheckpoint.MODELS.resolve("llama").toAbsolutePath(),
                        String.join(",", Collections.nCopies(requests, item)));
    }

    private static Optional<Gpu> h100() {
        return Optional.of(ShippedGpus.catalogue().named("h100-sxm5-80gb"));
    }

    private Manifest.StageEntry stage(String name, List<Artifact> artifacts) {
        return new Manifest.StageEntry(
                name,
                Manifest.Verdict.DONE,
                Optional.empty(),
                List.of(),
                Optional.of(START),
                Optional.of(START),
                List.of(),
                artifacts.stream()
                        .map(each ->
                                new Manifest.ArtifactEntry(
                                        run.relativize(each.path()).toString(), each.kind(), 1, ""))
                        .toList());
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
