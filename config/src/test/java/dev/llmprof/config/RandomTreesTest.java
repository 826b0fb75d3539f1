package dev.llmprof.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.source.MemoryRoot;
import dev.llmprof.config.source.Request;
import dev.llmprof.config.yaml.Source;
import dev.llmprof.config.yaml.YamlReader;
import dev.llmprof.config.yaml.YamlWriter;
import dev.llmprof.problem.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Seeded random trees and overrides either compose, and are then read back as written, or are the
/// user's mistake; nothing else may happen.
class RandomTreesTest {
    private static final List<String> NAMES = List.of("a", "b", "c", "d-e", "f_g");
    private static final List<String> VALUES =
            List.of(
                    "1",
                    "1.5",
                    "yes",
                    "null",
                    "~",
                    "???",
                    "${a}",
                    "${..b}",
                    "'x y'",
                    "[1, a, null]",
                    "{p: 1, q: {r: 2}}",
                    "[]",
                    "{}",
                    "017",
                    "1e3",
                    "${oc.env:NOPE,7}",
                    "text",
                    "${a.p}",
                    "\"a\\tb\"",
                    "${oc.select:c,5}",
                    "x${b}y",
                    "${oc.dict.keys:a}");
    private static final List<String> PACKAGES =
            List.of("", "@_global_", "@x", "@x.y", "@_here_", "@_group_");

    @TestFactory
    Stream<DynamicTest> noTreeBreaksTheEngine() {
        return IntStream.range(0, 400)
                .mapToObj(seed ->
                        DynamicTest.dynamicTest("seed " + seed, () -> compose(new Random(seed))));
    }

    private static void compose(Random random) {
        Request request =
                new Request(
                        List.of(new MemoryRoot("main", "pkg://random", tree(random))),
                        Optional.of("config"),
                        overrides(random),
                        Request.Mode.RUN,
                        "app",
                        Path.of("/"),
                        Map.of(),
                        () -> App.NOW);
        try {
            Composition composed = new Composer().compose(request);
            String text = YamlWriter.write(composed.job());
            MapNode again = (MapNode) YamlReader.read(new Source("again.yaml", text));
            assertEquals(text, YamlWriter.write(again));
            YamlWriter.write(composed.resolvedJob());
        } catch (ConfigError mistake) {
            List<String> places = mistake.problems().stream().map(Problem::at).toList();
            assertEquals(places.stream().distinct().toList(), places);
        }
    }

    private static Map<String, String> tree(Random random) {
        Map<String, String> files = new HashMap<>();
        files.put("config", defaults(random, 3) + body(random));
        for (String group : List.of("g", "h", "g/k")) {
            for (String option : List.of("one", "two")) {
                String header =
                        random.nextInt(4) == 0
                                ? "# @package "
                                        + pick(random, List.of("_global_", "z", "z.w"))
                                        + "\n"
                                : "";
                files.put(
                        group + "/" + option,
                        header
                                + (random.nextInt(3) == 0 ? defaults(random, 1) : "")
                                + body(random));
            }
        }
        return files;
    }

    private static String defaults(Random random, int most) {
        var text = new StringBuilder("defaults:\n");
        for (int i = 0; i <= random.nextInt(most + 1); i++) {
            String keyword = pick(random, List.of("", "", "", "optional ", "override "));
            String group = pick(random, List.of("g", "h", "/g/k", "/h", "k"));
            String value =
                    pick(
                            random,
                            List.of("one", "two", "null", "nope", "[one, two]", "${g}", "???"));
            text.append("  - ")
                    .append(keyword)
                    .append(group)
                    .append(pick(random, PACKAGES))
                    .append(": ")
                    .append(value)
                    .append('\n');
        }
        return text.append(random.nextBoolean() ? "  - _self_\n" : "").toString();
    }

    private static String body(Random random) {
        var text = new StringBuilder();
        for (String name : NAMES) {
            if (random.nextBoolean()) {
                text.append(name).append(": ").append(pick(random, VALUES)).append('\n');
            }
        }
        return text.toString();
    }

    private static List<String> overrides(Random random) {
        List<String> overrides = new ArrayList<>();
        for (int i = 0; i < random.nextInt(4); i++) {
            String mark = pick(random, List.of("", "", "+", "++", "~"));
            String key =
                    pick(
                            random,
                            List.of(
                                    "a", "b", "a.p", "c.x.y", "g", "h", "g/k@x", "x.a", "g.a",
                                    "a.0"));
            overrides.add(
                    mark
                            + key
                            + "="
                            + pick(
                                    random,
                                    List.of(
                                            "1", "one", "two", "null", "[1,2]", "{q:3}", "${a}",
                                            "'s'", "")));
        }
        return overrides;
    }

    private static <T> T pick(Random random, List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
