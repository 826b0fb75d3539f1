package dev.llmprof.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.node.Place;
import dev.llmprof.config.override.Expansion;
import dev.llmprof.config.override.OverrideParser;
import dev.llmprof.config.python.PythonNumbers;
import dev.llmprof.config.source.DirectoryRoot;
import dev.llmprof.config.source.Request;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever a file holds, the answer is a clear error, never a crash or a long wait.
class HostileInputTest {
    @TempDir Path directory = Path.of("");

    @Test
    void aliasBombsAreRefused() throws IOException {
        var bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 10; i++) {
            String alias = "*a" + (i - 1);
            bomb.append(
                    "a%d: &a%d [%s]\n"
                            .formatted(
                                    i,
                                    i,
                                    String.join(
                                            ", ",
                                            List.of(
                                                    alias, alias, alias, alias, alias, alias, alias,
                                                    alias, alias))));
        }
        write("config", bomb.toString());
        assertEquals(Kind.LIMIT, error().kind());
    }

    @Test
    void numbersAndKeysOfAnyLengthAreReadOrRefused() throws IOException {
        String digits = "1".repeat(100_000);
        for (String number :
                List.of(digits, "1_".repeat(50_000) + "1", digits + "." + digits, digits + "e1")) {
            assertEquals("a", OverrideParser.parse("a=" + number).key());
            assertTrue(PythonNumbers.parseFloat(number).isPresent());
        }
        assertEquals(Optional.empty(), PythonNumbers.parseInt("1__1"));
        assertEquals(Optional.empty(), PythonNumbers.parseInt("1_"));
        assertThrows(ConfigError.class, () -> OverrideParser.parse(digits + "=1"));
        assertThrows(ConfigError.class, () -> OverrideParser.parse("a.".repeat(50_000) + "a=1"));
        assertThrows(ConfigError.class, () -> OverrideParser.parse("a/".repeat(50_000) + "a=1"));
    }

    @Test
    void anAliasInsideWhatItNamesIsRefused() throws IOException {
        write("config", "a: &a\n  b: *a\n");
        assertMentions(error(), "the alias 'a' is inside what it names", "config.yaml:2:6");
    }

    @Test
    void aThousandLevelsAreTooDeep() throws IOException {
        write("config", "a: " + "[".repeat(1000) + "]".repeat(1000) + "\n");
        assertMentions(error(), "nested more than 200 levels deep", "config.yaml:1:");
        var block = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            block.append(" ".repeat(i)).append("a:\n");
        }
        write("config", block.toString());
        assertEquals(Kind.LIMIT, error().kind());
    }

    @Test
    void deepOverridesAndInterpolationsAreRefused() throws IOException {
        assertThrows(
                ConfigError.class,
                () -> OverrideParser.parse("a=" + "[".repeat(5000) + "]".repeat(5000)));
        assertThrows(
                ConfigError.class,
                () -> OverrideParser.parse("a=" + "int(".repeat(5000) + "1" + ")".repeat(5000)));
        write("config", "a: '" + "${".repeat(5000) + "x" + "}".repeat(5000) + "'\n");
        assertEquals(Kind.INTERPOLATION_SYNTAX, error().kind());
        write("config", "a: ${oc.create:" + "[".repeat(5000) + "]".repeat(5000) + "}\n");
        assertEquals(Kind.INTERPOLATION_SYNTAX, error().kind());
    }

    @Test
    void longKeysAndNumbersDoNotEndTheStack() {
        for (String part : List.of(".b", "/b", ".1", "@b", ".1_1", "_1")) {
            String key = "a" + part.repeat(50_000);
            assertThrows(ConfigError.class, () -> OverrideParser.parse(key + ":=1"), part);
        }
        for (String number : List.of("1" + "_1".repeat(50_000), "1." + "1".repeat(50_000))) {
            assertEquals("a=" + number, OverrideParser.parse("a=" + number).input());
        }
    }

    @Test
    void cyclesOfInterpolationsEnd() throws IOException {
        write("config", "a: ${b}\nb: ${c}\nc: ${a}\nd: {e: '${d}'}\n");
        Composition composed = compose();
        ConfigError error = assertThrows(ConfigError.class, composed::resolvedJob);
        assertMentions(error, "Recursive interpolation detected", "full_key: a");
    }

    @Test
    void aLongChainOfInterpolationsDoesNotOverflow() throws IOException {
        var chain = new StringBuilder("k0: 1\n");
        for (int i = 1; i < 20_000; i++) {
            chain.append("k").append(i).append(": ${k").append(i - 1).append("}\n");
        }
        write("config", chain.append("last: ${k19999}\n").toString());
        Composition composed = compose();
        ConfigError error =
                assertThrows(
                        ConfigError.class,
                        () -> composed.interpolator().resolveAll(Place.root(composed.job())));
        assertMentions(error, "more than", "interpolations lead to each other");
    }

    @Test
    void interpolationsThatDoubleEachOtherAreRefused() throws IOException {
        for (String each : List.of("'${k%1$d}${k%1$d}'", "['${k%1$d}', '${k%1$d}']")) {
            var bomb = new StringBuilder("k0: ''\n");
            for (int i = 1; i < 60; i++) {
                bomb.append("k").append(i).append(": ").append(each.formatted(i - 1)).append("\n");
            }
            write("config", bomb.toString());
            Composition composed = compose();
            ConfigError error = assertThrows(ConfigError.class, composed::resolvedJob);
            assertMentions(error, "it takes more than 1000000 steps", "full_key: k");
        }
    }

    @Test
    void aTextThatDoublesIsRefusedBeforeMemoryEnds() throws IOException {
        var bomb = new StringBuilder("k0: " + "x".repeat(1 << 20) + "\n");
        for (int i = 1; i < 60; i++) {
            bomb.append("k%d: '${k%d}${k%d}'\n".formatted(i, i - 1, i - 1));
        }
        write("config", bomb.toString());
        Composition composed = compose();
        ConfigError error = assertThrows(ConfigError.class, composed::resolvedJob);
        assertMentions(error, "more than 16777216 characters", "full_key: k");
    }

    @Test
    void aVersionOfYamlThatIsNotThereIsNamed() throws IOException {
        write("config", "%YAML 99\n---\na: 1\n");
        assertMentions(error(), "broken YAML", "config.yaml:1:");
        write("config", "%YAML 99.1\n---\na: 1\n");
        assertMentions(error(), "broken YAML", "config.yaml:1:");
    }

    @Test
    void aNumberOfManyDigitsIsRead() {
        String digits = "9".repeat(70_000);
        for (String number : List.of(digits, digits + "." + digits, "1e" + digits)) {
            assertEquals("a", OverrideParser.parse("a=" + number).key());
        }
    }

    @Test
    void aRangeWithoutEndIsRefusedBeforeItIsMade() {
        for (String stop : List.of("9".repeat(1000), "1e300", "inf")) {
            var override = OverrideParser.parse("a=range(1," + stop + ")");
            ConfigError error =
                    assertThrows(ConfigError.class, () -> Expansion.of(override, _ -> List.of()));
            assertMentions(error, "Error parsing override 'a=range(1,");
        }
    }

    @Test
    void configsThatListEachOtherEnd() throws IOException {
        write("config", "defaults: [a]\n");
        write("a", "defaults: [b]\n");
        write("b", "defaults: [a]\n");
        assertMentions(error(), "include each other without end");
    }

    @Test
    void cyclesOfSymbolicLinksEnd() throws IOException {
        Files.createSymbolicLink(
                directory.resolve("config.yaml"), directory.resolve("config.yaml"));
        Files.createSymbolicLink(directory.resolve("g"), directory);
        assertEquals(Kind.PRIMARY_CONFIG_NOT_FOUND, error().kind());
    }

    @Test
    void bytesThatAreNotUtf8AreNamed() throws IOException {
        Files.write(
                directory.resolve("config.yaml"),
                "a: 1\nb: \u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
        assertMentions(error(), "not UTF-8", "config.yaml:2:4");
    }

    @Test
    void nulBytesAreNamed() throws IOException {
        write("config", "a: 1\nb: x\0y\n");
        assertMentions(error(), "U+0000", "config.yaml:2:5");
    }

    @Test
    void aHugeFileIsRefusedUnread() throws IOException {
        try (var file = new RandomAccessFile(directory.resolve("config.yaml").toFile(), "rw")) {
            file.setLength(100L << 20);
        }
        assertMentions(error(), "104857600 bytes", "config.yaml");
    }

    @Test
    void namesWithNulAreNotFound() throws IOException {
        write("config", "defaults: [\"a\\0b\"]\n");
        assertEquals(Kind.CONFIG_NOT_FOUND, error().kind());
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name + ".yaml"), text);
    }

    private ConfigError error() {
        return assertThrows(ConfigError.class, this::compose);
    }

    private Composition compose() {
        return new Composer()
                .compose(
                        new Request(
                                List.of(new DirectoryRoot("main", directory, directory)),
                                Optional.of("config"),
                                List.of(),
                                Request.Mode.RUN,
                                "app",
                                directory,
                                Map.of(),
                                () -> App.NOW));
    }

    private static void assertMentions(ConfigError error, String... texts) {
        String text = error.problem().toString();
        for (String each : texts) {
            assertTrue(text.contains(each), text);
        }
    }
}
