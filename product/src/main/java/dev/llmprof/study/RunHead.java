package dev.llmprof.study;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.analysis.Provenance;
import dev.llmprof.pipeline.Manifest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// When, where, on which GPU, with which versions and by which words a run was made.
public final class RunHead {
    static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private RunHead() {}

    public static List<Provenance.Fact> of(Path directory, Manifest manifest) {
        JsonNode environment = environment(directory.resolve("env.json"));
        List<Provenance.Fact> facts = new ArrayList<>();
        facts.add(new Provenance.Fact("command", CaptureHead.command(manifest.command())));
        facts.add(new Provenance.Fact("device", gpu(environment)));
        facts.add(new Provenance.Fact("host", host(environment.path("host"))));
        facts.add(
                new Provenance.Fact(
                        "versions", versions(environment, engine(directory, manifest), manifest)));
        facts.add(new Provenance.Fact("commit", commit(environment.path("git"))));
        facts.add(new Provenance.Fact("date", DATE.format(manifest.started())));
        facts.removeIf(fact -> fact.value().isEmpty());
        return facts;
    }

    /// As it is typed, without its secrets.
    public static String command(List<String> words) {
        return CaptureHead.command(words);
    }

    /// Of the program that was profiled.
    private static String commit(JsonNode git) {
        String hash = git.path("commit").asText("");
        return hash.isEmpty()
                ? ""
                : hash + (git.path("dirty").asBoolean() ? ", with changes of its own" : "");
    }

    private static JsonNode environment(Path file) {
        try {
            return new JsonMapper().readTree(file.toFile());
        } catch (IOException e) {
            // A run of an earlier version, or one that was moved without it.
            return new JsonMapper().createObjectNode();
        }
    }

    /// What the built-in workload says of itself: it has a libtorch of its own.
    private static JsonNode engine(Path directory, Manifest manifest) {
        return manifest.stages().stream()
                .flatMap(stage -> stage.artifacts().stream())
                .filter(artifact -> artifact.kind().equals("torch.environment"))
                .findFirst()
                .map(artifact -> environment(directory.resolve(artifact.path())))
                .orElseGet(() -> new JsonMapper().createObjectNode());
    }

    private static String host(JsonNode host) {
        String name = host.path("name").asText("");
        String cpu = host.path("cpu").asText("");
        return Stream.of(name, cpu, cores(host), host.path("system").asText(""))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String cores(JsonNode host) {
        return host.has("cores") ? host.path("cores").asInt() + " cores" : "";
    }

    private static String gpu(JsonNode environment) {
        JsonNode gpus = environment.path("gpus");
        if (gpus.isEmpty()) {
            return "CPU (no GPU was found)";
        }
        String count = gpus.size() == 1 ? "" : gpus.size() + " × ";
        return Stream.of(
                        count + gpus.path(0).path("name").asText(""),
                        labelled("driver", gpus.path(0).path("driver")),
                        labelled("CUDA", environment.path("cuda")))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String versions(JsonNode environment, JsonNode engine, Manifest manifest) {
        List<String> words = new ArrayList<>();
        words.add("llmprof " + manifest.llmprof().replaceFirst("^llmprof ", ""));
        words.add(labelled("Python", environment.path("packages").path("python")));
        words.add(
                environment.path("torch").isTextual()
                        ? labelled("torch", environment.path("torch"))
                        : labelled("libtorch", engine.path("torch")));
        words.add(labelled("transformers", environment.path("transformers")));
        environment
                .path("tools")
                .properties()
                .forEach(tool -> words.add(labelled(tool.getKey(), tool.getValue())));
        return words.stream().filter(word -> !word.isEmpty()).collect(Collectors.joining(", "));
    }

    private static String labelled(String name, JsonNode value) {
        return value.isTextual() ? name + " " + value.asText() : "";
    }
}
