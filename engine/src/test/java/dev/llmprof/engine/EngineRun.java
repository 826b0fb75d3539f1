package dev.llmprof.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.engine.weights.Json;
import dev.llmprof.workload.WorkloadSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.zip.GZIPInputStream;

/// The engine in a process of its own, in a test's folder.
record EngineRun(Path folder) {

    private static final WorkloadSettings.Window ONE_REQUEST =
            new WorkloadSettings.Window(0, OptionalInt.of(1), OptionalInt.empty(), 2_000_000_000L);

    /// The tiny model on small pages, without a profiler.
    ObjectNode settings(int pages, int newTokens) {
        return (ObjectNode) json(workload(pages, newTokens, Optional.empty()).json());
    }

    ObjectNode profiled(int pages, int newTokens, boolean shapes, String... activities) {
        var profiler =
                new WorkloadSettings.Profiler(
                        folder.resolve("trace.json.gz"),
                        List.of(activities),
                        shapes,
                        false,
                        false,
                        0);
        return (ObjectNode) json(workload(pages, newTokens, Optional.of(profiler)).json());
    }

    private WorkloadSettings workload(
            int pages, int newTokens, Optional<WorkloadSettings.Profiler> profiler) {
        return new WorkloadSettings(
                "cpu",
                tinyModel(),
                synthetic(pages),
                new WorkloadSettings.Infer("<image>\nFree OCR.", newTokens, 0, false, 0, 0),
                new WorkloadSettings.Warmup(1, true),
                profiler.map(_ -> ONE_REQUEST),
                profiler,
                Optional.empty(),
                Optional.empty(),
                folder.resolve("results.json"));
    }

    static WorkloadSettings.Model tinyModel() {
        var preprocess = new WorkloadSettings.Preprocess(256, 160, true, 9);
        return new WorkloadSettings.Model("tiny", Optional.empty(), "fp32", 7, preprocess);
    }

    static WorkloadSettings.Dataset synthetic(int pages) {
        var once =
                new WorkloadSettings.Sampling(OptionalInt.empty(), 1, false, OptionalLong.empty());
        return new WorkloadSettings.Dataset(
                Optional.empty(), Optional.empty(), List.of(), pages, 7, once);
    }

    private static JsonNode json(String text) {
        try {
            return Json.MAPPER.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Process start(ObjectNode settings, String... options) throws IOException {
        List<String> argv = new ArrayList<>(EngineJvm.launcher());
        argv.addAll(1, List.of(options));
        return begin(settings, argv, Map.of());
    }

    /// `wrapper` stands before the Java program: a smaller disk.
    Process start(ObjectNode settings, List<String> wrapper, Map<String, String> environment)
            throws IOException {
        List<String> argv = new ArrayList<>(wrapper);
        argv.addAll(EngineJvm.launcher());
        return begin(settings, argv, environment);
    }

    private Process begin(ObjectNode settings, List<String> argv, Map<String, String> environment)
            throws IOException {
        Path file =
                Files.writeString(folder.resolve(WorkloadSettings.FILE_NAME), settings.toString());
        argv.add(file.toString());
        var builder =
                new ProcessBuilder(argv)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("log.txt").toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    int run(ObjectNode settings) throws IOException, InterruptedException {
        return start(settings).waitFor();
    }

    JsonNode results() throws IOException {
        return Expected.json(folder.resolve("results.json"));
    }

    JsonNode traceEvents() throws IOException {
        try (var in = new GZIPInputStream(Files.newInputStream(folder.resolve("trace.json.gz")))) {
            return Json.MAPPER.readTree(in).path("traceEvents");
        }
    }

    String log() {
        try {
            return Files.readString(folder.resolve("log.txt"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
