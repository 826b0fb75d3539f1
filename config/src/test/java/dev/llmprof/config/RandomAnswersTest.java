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
import dev.llmprof.config.source.MemoryRoot;
import dev.llmprof.config.source.Request;
import dev.llmprof.config.yaml.Source;
import dev.llmprof.config.yaml.YamlReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/// 5,000 random texts, interpolations and merges, and what PyYAML and OmegaConf made of them:
/// `record_answers.py` beside the answers wrote both. What differs is in
/// `docs/config/hydra-differences.md`.
class RandomAnswersTest {
    private static final String MISTAKE = "a mistake";

    private static final String CONTEXT =
            """
            {"a": 1, "b": "text", "c": {"d": 2.5, "e": [1, "two", null, {"f": true}], "g": "${a}"},
             "h": "${c.g}", "n": null, "m": "???", "s": "a", "list": [10, 20, 30], "empty": {},
             "t": true, "deep": {"x": {"y": {"z": "end"}}}, "loop1": "${loop2}",
             "loop2": "${loop1}", "sp ace": 3, "1": "one"}\
            """;

    @Test
    void atMostOneInTwoHundredDiffers() throws IOException {
        List<String> differences = new ArrayList<>();
        List<String> lines = lines();
        for (String line : lines) {
            JsonNode entry = Corpus.JSON.readTree(line);
            String expected = entry.has("v") ? entry.get("v").asText() : MISTAKE;
            String found = found(entry);
            if (!found.equals(expected)) {
                differences.add(found + " for " + line);
            }
        }
        assertEquals(5000, lines.size());
        assertTrue(differences.size() <= 25, () -> String.join("\n", differences));
    }

    private static String found(JsonNode entry) {
        try {
            if (entry.has("y")) {
                return Corpus.canonical(read(entry.get("y").asText()));
            }
            return Corpus.canonical(
                    entry.has("i")
                            ? resolved(entry.get("i").asText())
                            : merged(entry.get("a").asText(), entry.get("b").asText()));
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
        return new Composer()
                .compose(
                        new Request(
                                List.of(new MemoryRoot("main", "pkg://own", files)),
                                Optional.of("config"),
                                List.of(),
                                Request.Mode.RUN,
                                "app",
                                Path.of("/"),
                                Map.of(),
                                App.NOW))
                .job();
    }

    private static List<String> lines() throws IOException {
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
