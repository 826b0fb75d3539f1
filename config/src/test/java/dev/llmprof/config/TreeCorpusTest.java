package dev.llmprof.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.config.defaults.DefaultsRow;
import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.source.DefaultsItem.Choice;
import dev.llmprof.config.source.DirectoryRoot;
import dev.llmprof.config.source.Request;
import dev.llmprof.config.yaml.YamlWriter;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Each recorded composition gives the recorded tree, or fails as recorded.
class TreeCorpusTest {
    /// The recorded engine loses content or crashes there; ours keeps it or says what is wrong.
    private static final Set<String> DIFFER =
            Set.of(
                    "only_overrides-002",
                    "only_overrides-003",
                    "only_overrides-004",
                    "only_overrides-030");

    @TestFactory
    Stream<DynamicTest> everyTreeComposesAsRecorded() {
        return cases("compose", TreeCorpusTest::check);
    }

    /// All recorded cases of a mode; the reference project's own tree only where it is at hand, and
    /// MountedTreeTest shows the same on a tree of ours.
    static Stream<DynamicTest> cases(String mode, BiConsumer<Path, JsonNode> check) {
        return trees().stream()
                .flatMap(tree ->
                        Corpus.lines(tree.resolve("cases.jsonl")).stream()
                                .filter(c -> c.get("mode").asText().equals(mode))
                                .filter(c -> !DIFFER.contains(c.get("id").asText()))
                                .map(c ->
                                        DynamicTest.dynamicTest(
                                                c.get("id").asText() + " " + c.get("overrides"),
                                                () -> check.accept(tree, c))));
    }

    static List<Path> trees() {
        List<Path> trees = new ArrayList<>();
        try (var directories = Files.list(Corpus.ROOT.resolve("trees"))) {
            directories.sorted().forEach(trees::add);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        SharedData.ifHere("hydra/trees/seed_conf").ifPresent(trees::add);
        return trees;
    }

    static Request request(Path tree, JsonNode c, Request.Mode mode) {
        Map<String, String> environment = new HashMap<>();
        if (c.has("env")) {
            c.get("env")
                    .properties()
                    .forEach(e -> environment.put(e.getKey(), e.getValue().asText()));
        }
        return new Request(
                List.of(new DirectoryRoot("main", tree.resolve("conf"), tree)),
                c.get("config_name").isNull()
                        ? Optional.empty()
                        : Optional.of(c.get("config_name").asText()),
                Corpus.texts(c.get("overrides")),
                mode,
                "app",
                tree,
                environment,
                () -> ZonedDateTime.of(2026, 11, 15, 12, 0, 0, 0, ZoneOffset.UTC));
    }

    private static void check(Path tree, JsonNode c) {
        JsonNode expect = c.get("expect");
        Request request = request(tree, c, Request.Mode.RUN);
        if (!expect.has("yaml")) {
            ConfigError error =
                    assertThrows(ConfigError.class, () -> new Composer().compose(request));
            checkError(expect.get("error"), error, tree);
            return;
        }
        Composition composed = new Composer().compose(request);
        assertEquals(shown(expect.get("yaml").asText(), tree), YamlWriter.write(composed.job()));
        assertEquals(rows(expect.get("defaults")), rows(composed));
        assertEquals(choices(expect.get("choices")), choices(composed));
        checkHydra(composed, "job.override_dirname", expect.get("override_dirname"), tree);
        if (expect.has("json")) {
            assertEquals(
                    shown(Corpus.canonical(expect.get("json")), tree),
                    Corpus.canonical(composed.resolvedJob()));
        } else {
            ConfigError error = assertThrows(ConfigError.class, composed::resolvedJob);
            checkError(expect.get("error"), error, tree);
        }
        if (expect.has("hydra")) {
            expect.get("hydra")
                    .properties()
                    .forEach(e -> checkHydra(composed, e.getKey(), e.getValue(), tree));
        }
    }

    private static void checkHydra(Composition composed, String key, JsonNode value, Path tree) {
        String path = key.startsWith("hydra.") ? key.substring("hydra.".length()) : key;
        if (value.has("$error")) {
            assertThrows(ConfigError.class, () -> composed.hydraValue(path));
            return;
        }
        Node found = composed.hydraValue(path).orElseThrow();
        String expected =
                shown(Corpus.canonical(value), tree)
                        .replace("<DATE>", "2026-11-15")
                        .replace("<TIME>", "12-00-00");
        assertEquals(expected, Corpus.canonical(found), key);
    }

    static void checkError(JsonNode expected, ConfigError error, Path tree) {
        String kind = expected.get("kind").asText();
        if (!kind.startsWith("internal:")) {
            assertEquals(
                    merged(kind),
                    merged(error.kind().name().toLowerCase(Locale.ROOT)),
                    error.problem().toString());
            for (String mention : Corpus.texts(expected.get("must_mention"))) {
                assertTrue(
                        error.problem().toString().contains(shown(mention, tree)),
                        () -> mention + " is not in: " + error.problem());
            }
        }
    }

    private static String merged(String kind) {
        return switch (kind) {
            case "env_not_found", "interpolation_cycle" -> "interpolation_resolution";
            case "key_not_in_config" -> "key_error";
            default -> kind;
        };
    }

    static String shown(String text, Path tree) {
        return text.replace("<CWD>", tree.toString());
    }

    private static List<String> rows(JsonNode recorded) {
        List<String> rows = new ArrayList<>();
        recorded.forEach(r ->
                rows.add(
                        r.get(0).asText()
                                + " @"
                                + r.get(1).asText()
                                + " "
                                + r.get(2)
                                + " < "
                                + r.get(3).asText()));
        return rows;
    }

    private static List<String> rows(Composition composed) {
        List<String> rows = new ArrayList<>();
        for (DefaultsRow row : composed.defaults().rows()) {
            if (!row.configPath().startsWith("hydra/")) {
                rows.add(
                        row.configPath()
                                + " @"
                                + row.pack()
                                + " "
                                + row.isSelf()
                                + " < "
                                + row.parent());
            }
        }
        return rows;
    }

    private static Map<String, String> choices(JsonNode recorded) {
        Map<String, String> choices = new TreeMap<>();
        recorded.properties().forEach(e -> choices.put(e.getKey(), Corpus.canonical(e.getValue())));
        return choices;
    }

    private static Map<String, String> choices(Composition composed) {
        Map<String, String> choices = new TreeMap<>();
        composed.defaults()
                .choices()
                .forEach((key, choice) -> {
                    if (!key.startsWith("hydra/")) {
                        choices.put(
                                key,
                                switch (choice) {
                                    case Choice.None() -> "null";
                                    case Choice.Name(String name) -> "\"" + name + "\"";
                                    case Choice.Names(List<String> names) ->
                                            "["
                                                    + String.join(
                                                            ",",
                                                            names.stream()
                                                                    .map(n -> "\"" + n + "\"")
                                                                    .toList())
                                                    + "]";
                                });
                    }
                });
        return choices;
    }
}
