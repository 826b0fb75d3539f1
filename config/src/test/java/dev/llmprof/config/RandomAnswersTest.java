package dev.llmprof.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.expression.InterpolationParser;
import dev.llmprof.config.interpolation.Interpolator;
import dev.llmprof.config.interpolation.StandardResolvers;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.node.Place;
import dev.llmprof.config.override.OverrideParser;
import dev.llmprof.config.source.MemoryRoot;
import dev.llmprof.config.source.Request;
import dev.llmprof.config.yaml.Source;
import dev.llmprof.config.yaml.YamlReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// 5,000 random texts, interpolations, merges, overrides and trees each, and what PyYAML and
/// OmegaConf made of them: `record_answers.py` beside the answers wrote both. What differs is in
/// `docs/config/hydra-differences.md`.
class RandomAnswersTest {
    private static final String MISTAKE = "a mistake";

    /// A file of other answers, which `benchmarks/config/answers` makes.
    private static final @Nullable String OTHERS = System.getProperty("answers");

    private static final String CONTEXT =
            """
            {"a": 1, "b": "text", "c": {"d": 2.5, "e": [1, "two", null, {"f": true}], "g": "${a}"},
             "h": "${c.g}", "n": null, "m": "???", "s": "a", "list": [10, 20, 30], "empty": {},
             "t": true, "deep": {"x": {"y": {"z": "end"}}}, "loop1": "${loop2}",
             "loop2": "${loop1}", "sp ace": 3, "1": "one"}\
            """;

    /// What is asked, by the key that holds the question.
    private enum Kind {
        TEXT("y"),
        INTERPOLATION("i"),
        MERGE("a"),
        OVERRIDE("o"),
        TREE("t");

        private final String key;

        Kind(String key) {
            this.key = key;
        }

        static Kind of(JsonNode entry) {
            return Arrays.stream(values())
                    .filter(kind -> entry.has(kind.key))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void atMostOneInTwoHundredOfEachKindDiffers() throws IOException {
        Map<Kind, List<String>> differences = new EnumMap<>(Kind.class);
        Map<Kind, Integer> asked = new EnumMap<>(Kind.class);
        for (String line : lines()) {
            JsonNode entry = Corpus.JSON.readTree(line);
            asked.merge(Kind.of(entry), 1, Integer::sum);
            String expected = entry.has("v") ? entry.get("v").asText() : MISTAKE;
            String found = found(entry);
            if (!found.equals(expected)) {
                differences
                        .computeIfAbsent(Kind.of(entry), _ -> new ArrayList<>())
                        .add(found + " for " + line);
            }
        }
        assertEquals(Set.of(Kind.values()), asked.keySet());
        if (OTHERS != null) {
            asked.forEach((kind, count) -> show(kind, count, differences));
        }
        asked.forEach((kind, count) ->
                assertTrue(
                        differences.getOrDefault(kind, List.of()).size() <= count / 200,
                        () ->
                                kind
                                        + " of "
                                        + count
                                        + ":\n"
                                        + String.join("\n", differences.get(kind))));
    }

    /// For whoever asks anew.
    private static void show(Kind kind, int count, Map<Kind, List<String>> differences) {
        List<String> all = differences.getOrDefault(kind, List.of());
        System.out.println(kind + ": " + all.size() + " of " + count + " differ");
        all.forEach(System.out::println);
    }

    private static String found(JsonNode entry) {
        try {
            return switch (Kind.of(entry)) {
                case TEXT -> Corpus.canonical(read(entry.get("y").asText()));
                case INTERPOLATION -> Corpus.canonical(resolved(entry.get("i").asText()));
                case MERGE ->
                        Corpus.canonical(merged(entry.get("a").asText(), entry.get("b").asText()));
                case OVERRIDE ->
                        OverrideParser.parse(entry.get("o").asText())
                                .value()
                                .map(DerivedOverridesTest::value)
                                .orElseThrow();
                case TREE ->
                        Corpus.canonical(
                                composed(files(entry.get("t")), Corpus.texts(entry.get("n"))));
            };
        } catch (ConfigError mistake) {
            return MISTAKE;
        }
    }

    private static Node read(String text) {
        return YamlReader.read(new Source("case.yaml", text));
    }

    private static Node resolved(String text) throws ConfigError {
        try {
            Place root = Place.root(Corpus.node(Corpus.JSON.readTree(CONTEXT)));
            InterpolationParser.check(text, Origin.ENGINE);
            Node probe = Node.ofText(text, Origin.ENGINE);
            ((MapNode) root.node()).put("probe", probe);
            var interpolator = new Interpolator(StandardResolvers.of(Map.of(), _ -> {}));
            return interpolator.resolveAll(root.child("probe", probe));
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Node merged(String first, String second) {
        Map<String, String> files =
                Map.of("config", "defaults: [a, b, _self_]", "a", first, "b", second);
        return composed(files, List.of());
    }

    private static Map<String, String> files(JsonNode recorded) {
        Map<String, String> files = new HashMap<>();
        recorded.properties().forEach(e -> files.put(e.getKey(), e.getValue().asText()));
        return files;
    }

    private static Node composed(Map<String, String> files, List<String> overrides) {
        return new Composer()
                .compose(
                        new Request(
                                List.of(new MemoryRoot("main", "pkg://own", files)),
                                Optional.of("config"),
                                overrides,
                                Request.Mode.RUN,
                                "app",
                                Path.of("/"),
                                Map.of(),
                                () -> App.NOW))
                .job();
    }

    private static List<String> lines() throws IOException {
        if (OTHERS != null) {
            return Files.readAllLines(Path.of(OTHERS));
        }
        try (var in =
                        new GZIPInputStream(
                                Objects.requireNonNull(
                                        RandomAnswersTest.class.getResourceAsStream(
                                                "answers.jsonl.gz")));
                var reader =
                        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }
}
