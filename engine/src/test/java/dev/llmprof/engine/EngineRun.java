package dev.llmprof.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.engine.weights.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/// The engine in a process of its own, in a test's folder.
record EngineRun(Path folder) {

    /// The tiny model on small pages, without a profiler.
    ObjectNode settings(int pages, int newTokens) {
        ObjectNode root = Json.MAPPER.createObjectNode();
        root.put("device", "cpu");
        root.putObject("model")
                .put("name", "tiny")
                .put("dtype", "fp32")
                .put("seed", 7)
                .putObject("preprocess")
                .put("base_size", 256)
                .put("image_size", 160);
        root.putObject("dataset").put("pages", pages).put("seed", 7);
        root.putObject("infer")
                .put("decoder_prompt", "<image>\nFree OCR.")
                .put("max_new_tokens", newTokens);
        root.putObject("warmup").put("rounds", 1);
        root.put("results", folder.resolve("results.json").toString());
        return root;
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
        Path file = Files.writeString(folder.resolve("settings.json"), settings.toString());
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
