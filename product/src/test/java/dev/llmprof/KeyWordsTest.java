package dev.llmprof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// Keys of the configuration, columns of tables and keys of `metrics.json` have the glossary's
/// words.
class KeyWordsTest {
    private static final Path ROOT = Path.of("..");
    private static final Path SCHEMAS = ROOT.resolve("docs/schema");

    /// A key that may have the word all the same, and why.
    private record AllowedKey(Pattern key, String why) {
        static AllowedKey of(String key, String why) {
            return new AllowedKey(Pattern.compile(key), why);
        }
    }

    private static final List<AllowedKey> EXCEPTIONS =
            List.of(
                    AllowedKey.of("output_subdir", "Hydra's own key"),
                    AllowedKey.of(".*\\btorch_profiler", "PyTorch's own profiler"),
                    AllowedKey.of("output", "a group that configurations in use name"),
                    AllowedKey.of("target_processes", "ncu's --target-processes"),
                    AllowedKey.of("profile_memory", "an argument of PyTorch's profiler"),
                    AllowedKey.of("crop_mode", "an argument of DeepSeek-OCR's infer"),
                    AllowedKey.of("theoretical_occupancy_pct", "ncu's name of the counter"),
                    AllowedKey.of("time_per_output_token(_p95)?_ns", "TPOT, written out"),
                    AllowedKey.of(
                            "(.*_)?spans?(_(min|median|p95|max))?(_ns)?",
                            "first start to last end, as GLOSSARY says"),
                    AllowedKey.of("errors", "what load generators call it"),
                    AllowedKey.of("output_tokens_per_second", "what load generators call it"),
                    AllowedKey.of("layers", "of a model, not of the code"),
                    AllowedKey.of("steps?(_.*)?", "an iteration the program marked, not a pass"));

    @Test
    void noKeyHasAWordThatTheGlossaryReplaces() throws IOException {
        String users = Files.readString(ROOT.resolve("GLOSSARY.md"));
        String developers = Files.readString(ROOT.resolve("docs/glossary-developers.md"));
        Map<String, String> replaced = replaced(users + developers);
        List<String> wrong = new ArrayList<>();
        for (String key : keys()) {
            replaced.forEach((word, by) -> {
                if (has(key, word) && EXCEPTIONS.stream().noneMatch(it -> matches(it, key))) {
                    wrong.add(key + ": '" + word + "' is '" + by + "'");
                }
            });
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void everyExceptionIsNeeded() throws IOException {
        Set<String> keys = keys();
        assertEquals(
                List.of(),
                EXCEPTIONS.stream()
                        .filter(it -> keys.stream().noneMatch(key -> matches(it, key)))
                        .map(AllowedKey::why)
                        .toList());
    }

    @Test
    void aWordIsReplacedUnlessItMeansSomethingElse() {
        assertEquals(
                Map.of("api_call", "runtime call", "op", "operator", "profiler", "tool"),
                replaced(
                        """
                        | word | means | not |
                        |---|---|---|
                        | stage | a step of a run | phase |
                        | phase, part | of inference | stage |
                        | operator | one operation | op |
                        | runtime call | into CUDA | API call |
                        | tool | nsys, ncu | profiler (but for PyTorch's own) |
                        """));
    }

    @Test
    void aWordIsFoundWholeAndInItsPlural() {
        assertEquals(
                List.of("op", "op_ns", "total_ops"),
                Stream.of("op", "op_ns", "total_ops", "operator", "top_p", "stop")
                        .filter(key -> has(key, "op"))
                        .toList());
    }

    @Test
    void keysAreThoseOfConfigurationTablesAndMetrics() throws IOException {
        assertTrue(
                keys().containsAll(
                                Set.of(
                                        "max_new_tokens", // conf
                                        "profiling", // a group of it
                                        "kernel_summary", // a table
                                        "gpu_busy_ns", // a column
                                        "time_to_first_token_ns"))); // metrics.json
    }

    private static boolean matches(AllowedKey allowed, String key) {
        return allowed.key.matcher(key).matches();
    }

    private static boolean has(String key, String word) {
        String words = "_" + key.toLowerCase(Locale.ROOT) + "_";
        return words.contains("_" + word + "_") || words.contains("_" + word + "s_");
    }

    /// Word to the one to say instead, of rows `word, word | means | not, not`.
    private static Map<String, String> replaced(String glossary) {
        Map<String, String> replaced = new TreeMap<>();
        Set<String> words = new TreeSet<>();
        for (String line : glossary.lines().filter(it -> it.startsWith("| ")).toList()) {
            String[] cells = line.split("\\|", -1);
            if (cells.length != 5 || cells[1].strip().equals("word")) {
                continue;
            }
            terms(cells[1]).forEach(words::add);
            terms(cells[3]).forEach(term -> replaced.put(term, cells[1].strip()));
        }
        replaced.keySet().removeAll(words);
        return replaced;
    }

    private static Stream<String> terms(String cell) {
        return Arrays.stream(cell.split(","))
                .map(term -> term.replaceAll("\\(.*", "").strip().toLowerCase(Locale.ROOT))
                .filter(term -> !term.isEmpty() && !term.startsWith("except"))
                .map(term -> term.replace(' ', '_'));
    }

    private static Set<String> keys() throws IOException {
        Set<String> keys = new TreeSet<>();
        var load = new Load(LoadSettings.builder().build());
        Path conf = ROOT.resolve("conf");
        try (Stream<Path> files = Files.walk(conf)) {
            for (Path file : files.filter(it -> it.toString().endsWith(".yaml")).toList()) {
                gather(load.loadFromString(Files.readString(file)), keys);
                Path group = conf.relativize(file).getParent();
                if (group != null) {
                    group.forEach(part -> keys.add(part.toString()));
                }
            }
        }
        var json = new JsonMapper();
        JsonNode tables = json.readTree(SCHEMAS.resolve("tables.json").toFile());
        Stream.of("results", "events")
                .flatMap(part -> tables.get(part).propertyStream())
                .forEach(table -> keys.add(table.getKey()));
        tables.findValues("columns").forEach(it -> keys.addAll(it.findValuesAsText("name")));
        json.readTree(SCHEMAS.resolve("metrics.schema.json").toFile())
                .findParents("properties")
                .forEach(it -> gatherProperties(it, keys));
        return keys;
    }

    private static void gatherProperties(JsonNode schema, Set<String> keys) {
        schema.path("properties")
                .propertyStream()
                .forEach(property -> {
                    keys.add(property.getKey());
                    property.getValue()
                            .findParents("properties")
                            .forEach(inner -> gatherProperties(inner, keys));
                });
    }

    private static void gather(Object tree, Set<String> keys) {
        if (tree instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                keys.add(String.valueOf(key));
                gather(value, keys);
            });
        } else if (tree instanceof List<?> list) {
            list.forEach(item -> gather(item, keys));
        }
    }
}
