package dev.llmprof.study.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.compare.fact.FactKind;
import dev.llmprof.compare.fact.SideFacts;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.pipeline.RunPaths;
import dev.llmprof.secret.Secrets;
import dev.llmprof.study.RunLints;
import dev.llmprof.study.StudyParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a run's own records say: `env.json`, the manifest, and what its model costs on paper.
final class RunRecords {
    private static final JsonMapper JSON = new JsonMapper();
    private static final List<String> PAPER = List.of("static.measured", "static.result");

    private RunRecords() {}

    /// Files that are no longer as the run wrote them down.
    static List<String> changed(Path directory) {
        return ManifestFile.read(directory).stages().stream()
                .flatMap(stage -> RunPaths.changed(directory, stage).stream())
                .map(file -> "changed since the run wrote it: " + directory.resolve(file))
                .toList();
    }

    static SideFacts of(Path directory, StudyParts parts) {
        Manifest manifest = ManifestFile.read(directory);
        JsonNode environment = read(directory.resolve("env.json"));
        JsonNode paper = paper(directory, manifest).map(RunRecords::read).orElse(JSON.nullNode());
        Map<FactKind, String> facts = new EnumMap<>(FactKind.class);
        facts.put(FactKind.MODEL, model(paper));
        facts.put(FactKind.FORMAT, paper.path("precision").path("weights").asText(""));
        facts.put(FactKind.PARALLELISM, numbers(paper.path("parallel")));
        facts.put(FactKind.REQUEST, request(paper.path("request")));
        facts.put(FactKind.DRIVER, environment.path("gpus").path(0).path("driver").asText(""));
        facts.put(FactKind.CUDA, word(environment.path("cuda")));
        facts.put(FactKind.TORCH, word(environment.path("torch")));
        facts.put(FactKind.FLAGS, flags(manifest));
        facts.put(FactKind.CPU, word(environment.path("host").path("cpu")));
        facts.put(FactKind.CONDITIONS, RunLints.words(directory, parts));
        facts.put(FactKind.HOST, word(environment.path("host").path("name")));
        facts.put(FactKind.DATE, manifest.started().toString());
        facts.put(FactKind.COMMIT, word(environment.path("git").path("commit")));
        facts.put(FactKind.FILE, directory.toString());
        return new SideFacts(facts);
    }

    private static Optional<Path> paper(Path directory, Manifest manifest) {
        return PAPER.stream()
                .flatMap(kind ->
                        manifest.stages().stream()
                                .flatMap(stage -> stage.artifacts().stream())
                                .filter(artifact -> artifact.kind().equals(kind)))
                .map(artifact -> directory.resolve(artifact.path()))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    /// Without its path, which is another for each run.
    private static String model(JsonNode paper) {
        JsonNode model = paper.path("model");
        return model.has("family")
                ? "%s, %s layers, hidden %s, %s parameters"
                        .formatted(
                                model.path("family").asText(""),
                                model.path("layers").asText(""),
                                model.path("hidden").asText(""),
                                paper.path("parameters").path("total").asText(""))
                : "";
    }

    private static String request(JsonNode request) {
        return request.has("batch")
                ? "batch %s, prompt %s, new tokens %s"
                        .formatted(
                                request.path("batch").asText(""),
                                request.path("prompt_tokens").asText(""),
                                request.path("new_tokens").asText(""))
                : "";
    }

    private static String numbers(JsonNode parallel) {
        return parallel.properties().stream()
                .filter(way -> way.getValue().isNumber())
                .map(way -> way.getKey() + " " + way.getValue().asText())
                .collect(Collectors.joining(", "));
    }

    /// The words of the run but for where it is written and how often it is done.
    private static String flags(Manifest manifest) {
        return Secrets.hideWords(manifest.command()).stream()
                .filter(word -> !word.startsWith("hydra.") && !word.equals("run"))
                .collect(Collectors.joining(" "));
    }

    private static String word(JsonNode node) {
        return node.isNull() ? "" : node.asText("");
    }

    /// A run of an earlier version may be without it.
    private static JsonNode read(Path file) {
        try {
            return JSON.readTree(file.toFile());
        } catch (IOException absent) {
            return JSON.nullNode();
        }
    }
}
