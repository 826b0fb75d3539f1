package dev.llmprof.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.config.command.InfoPages;
import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.source.MemoryRoot;
import dev.llmprof.config.source.Request;
import dev.llmprof.config.yaml.Source;
import dev.llmprof.config.yaml.YamlReader;
import dev.llmprof.config.yaml.YamlWriter;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Corners in which Hydra 1.3.2, OmegaConf and PyYAML decide otherwise than one would think.
class HydraDetailsTest {
    @Test
    void sortsListsOfLists() {
        assertEquals("k:\n- - 1\n- - 2\n", composed("k: 0", "k=sort([[2],[1]])"));
    }

    @Test
    void sortsAMapToItself() {
        assertEquals("k:\n  x: 2\n  b: 1\n", composed("k: null", "k=sort({x:2,b:1})"));
    }

    @Test
    void theTimeIsAskedForWhereItIsShown() {
        List<String> asked = new ArrayList<>();
        Composition composed =
                compose(
                        "day: ${now:%Y-%m-%d}",
                        () -> {
                            asked.add("now");
                            return App.NOW;
                        });

        assertEquals(List.of(), asked);
        assertEquals("day: '2026-11-15'\n", YamlWriter.write(composed.resolvedJob()));
        assertEquals(List.of("now"), asked);
    }

    @Test
    void aKeyBelowAMandatoryValueIsNotThere() {
        ConfigError error = mistake("gamma: ???", "gamma.eps=1");
        assertEquals(Kind.KEY_NOT_IN_CONFIG, error.kind());
        assertEquals(
                """
                Could not override 'gamma.eps'.
                To append to your config use +gamma.eps=1
                Key 'eps' is not in struct
                    full_key: gamma.eps\
                """,
                error.problem().what());
    }

    @Test
    void keysThatPythonFindsEqualAreOne() {
        assertEquals("1: b\n", read("1: a\ntrue: b\n"));
        assertEquals("1.0: b\n", read("1.0: a\n1: b\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "k: <<",
                "{a: ???}",
                "[a?]",
                "a:\t1",
                "a: b\tc",
                "a: 1\t",
                "k: a\u2028b",
                "k: !!set {a, b}"
            })
    void refusesWhatPyYamlRefuses(String yaml) {
        assertThrows(ConfigError.class, () -> read(yaml));
    }

    @Test
    void readsWhatPyYamlReads() {
        assertEquals("k:\n- '-'\n", read("k: [-]"));
        assertEquals("a: 1\nb: 2\n", read("a: 1\u2028b: 2"));
        assertEquals("k: 1\n", read("k: ! '1'"));
        assertEquals("k:\n- - a\n  - 1\n- - b\n  - 2\n", read("k: !!omap [a: 1, b: 2]"));
        assertEquals("k:\n- a: null\n", read("k: [?a]"));
        assertEquals("k: a\tb\n", read("k: 'a\tb'").replace("\"a\\tb\"", "a\tb"));
        assertEquals("k: ' a'\n", read("k: |2\n   a"));
    }

    @Test
    void aKeyToSelectIsAText() {
        ConfigError error =
                assertThrows(
                        ConfigError.class, () -> compose("k: ${oc.select:5}\n5: 1").resolvedJob());
        assertEquals(Kind.INTERPOLATION_RESOLUTION, error.kind());
    }

    @Test
    void aVariableToCopyMustBeThere() {
        assertEquals(
                "hydra.job.env_copy names 'NOT_THERE', which is not in the environment",
                mistake("k: 1", "hydra.job.env_copy=[NOT_THERE]").problem().what());
    }

    @Test
    void aSchemeOfTheSearchPathMustBeKnown() {
        assertEquals(
                "No config source registered for schema foo, supported types : [file, pkg]",
                mistake("k: 1", "hydra.searchpath=[foo://x]").problem().what());
    }

    @Test
    void parametersOfTheSweeperAreAppended() {
        assertEquals(Kind.TYPE_VALIDATION, mistake("k: 1", "hydra.sweeper.params={k:1}").kind());
    }

    /// The grammar has an empty key, and the empty group is there; nothing in the list is of it.
    @Test
    void aBareTildeDeletesNothing() {
        assertEquals(
                "Could not delete ''. No match in the defaults list",
                mistake("k: 1", "~").problem().what());
    }

    @Test
    void globTakesAnyList() {
        assertEquals(Kind.SWEEP_REQUIRES_MULTIRUN, mistake("k: 1", "k=glob([1])").kind());
    }

    @Test
    void thePageOfTheConfigShowsWhatLedToIt() {
        String page = InfoPages.of(compose("k: 1"), "config");
        List<String> titles =
                page.lines()
                        .filter(line ->
                                List.of(
                                                "Config search path",
                                                "Defaults Tree",
                                                "Defaults List",
                                                "Config")
                                        .contains(line))
                        .toList();
        assertEquals(
                List.of("Config search path", "Defaults Tree", "Defaults List", "Config"), titles);
        assertTrue(page.endsWith("Config\n******\nk: 1\n"), page);
    }

    private static String read(String yaml) {
        return YamlWriter.write((MapNode) YamlReader.read(new Source("k.yaml", yaml)));
    }

    private static ConfigError mistake(String yaml, String... overrides) {
        return assertThrows(ConfigError.class, () -> compose(yaml, overrides));
    }

    private static String composed(String yaml, String... overrides) {
        return YamlWriter.write(compose(yaml, overrides).job());
    }

    private static Composition compose(String yaml, String... overrides) {
        return compose(yaml, () -> App.NOW, overrides);
    }

    private static Composition compose(
            String yaml, Supplier<ZonedDateTime> now, String... overrides) {
        return new Composer()
                .compose(
                        new Request(
                                List.of(
                                        new MemoryRoot(
                                                "main", "pkg://own", Map.of("config", yaml))),
                                Optional.of("config"),
                                List.of(overrides),
                                Request.Mode.RUN,
                                "app",
                                Path.of("/"),
                                Map.of(),
                                now));
    }
}
