package dev.llmprof.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.config.source.DirectoryRoot;
import dev.llmprof.config.source.Request;
import dev.llmprof.config.sweep.PlannedJob;
import dev.llmprof.config.sweep.RunDirectory;
import dev.llmprof.config.sweep.Sweeps;
import dev.llmprof.config.yaml.YamlWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A tree whose groups are mounted deep inside others, as profilers have them; what is expected was
/// worked out by Hydra's rules, by hand.
class MountedTreeTest {
    private static final Path TREE =
            Path.of("src/test/resources/dev/llmprof/config/observatory").toAbsolutePath();

    /// Files in the order of the defaults list, each below its mount; the primary's own keys last.
    @Test
    void composesInTheOrderOfItsDefaults() {
        assertEquals(
                """
                camera:
                  name: wide
                  files: ${hydra:runtime.cwd}/plates
                  filters:
                  - red
                  - blue
                  exposure:
                    frames: 1
                    seconds: null
                telescope:
                  kind: mirror
                  width: 2.5
                  focus:
                    auto: true
                    step: 4
                plan:
                  targets: 80
                  magnitude: 12.0
                  note: 'a

                    <b>'
                  order: east
                night:
                  sky:
                    clear: true
                    bands:
                    - u
                    - v
                    record:
                      save:
                        keep: false
                        folder: out
                      extra:
                        mirror:
                          thumbnails: 16
                    open: ${night.sky.clear}
                  lamp:
                    record:
                      save:
                        keep: false
                        folder: out
                    open: false
                  star:
                    tool:
                      mode: slow
                      range: null
                      lines:
                      - one
                      - two
                    open: false
                title: first light
                dome: north:0
                """,
                YamlWriter.write(compose(List.of()).job()));
    }

    /// What a word changes in the resolved configuration: `key=value`, or `-key` for what is gone.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "dome=south | dome=south",
                "dome=south:1 | dome=south:1",
                "camera.exposure.seconds=42 | camera.exposure.seconds=42",
                "camera/exposure=long | camera.exposure.frames=9",
                "telescope/mirror/plan@plan=mirror.short"
                        + " | -plan.note; -plan.order; plan.targets=8",
                "telescope/mirror/plan@plan=mirror.short +plan.order=west"
                        + " | -plan.note; plan.order=west; plan.targets=8",
                "plan=mirror.short | -plan.magnitude; -plan.note; -plan.order; -plan.targets;"
                        + " plan=mirror.short",
                "survey/sky@night.sky=sky.max"
                        + " | night.sky.bands=['u', 'v', 'w']; night.sky.clear=False;"
                        + " night.sky.open=False",
                "survey/star@night.star=star.r14"
                        + " | night.star.tool.lines=['one']; night.star.tool.range=n*",
                "survey/star@night.star=star.r14.near"
                        + " | night.star.tool.lines=None; night.star.tool.range=n*",
                "night.star.tool.range=s* | night.star.tool.range=s*",
                "night.star.tool.range='s@*' | night.star.tool.range=s@*",
                "+night.star.tool.name=regex:my_.* | night.star.tool.name=regex:my_.*",
                "night.star.tool.lines=[x,y] | night.star.tool.lines=['x', 'y']",
                "night.star.tool.lines.0=other | night.star.tool.lines=['other', 'two']",
                "night.star.tool.lines=null | night.star.tool.lines=None",
                "night.sky.open=${dome} | night.sky.open=north:0",
                "night.sky.record.save.keep=true | night.sky.record.save.keep=True",
                "plan.magnitude=1e-2 | plan.magnitude=0.01",
                "plan.targets=inf | plan.targets=inf",
                "plan.note='<b>\\nc' | plan.note=<b>\\nc",
                "telescope.focus={step:8} | telescope.focus.step=8",
                "+telescope.focus={far:8} | telescope.focus.far=8",
                "~telescope/mirror/optics@telescope"
                        + " +telescope/lens/optics@telescope=lens.default"
                        + " | -telescope.focus.auto; -telescope.focus.step; telescope.kind=lens;"
                        + " telescope.width=1",
                "~camera/exposure | -camera.exposure.frames; -camera.exposure.seconds",
                "+record/fits@night.star.record=default"
                        + " | night.star.record.save.folder=out; night.star.record.save.keep=False",
                "camera.files=${oc.env:PLATES,/data}/x | camera.files=/data/x",
                "camera.files=${oc.env:SET} | camera.files=/mnt",
            })
    void aWordChangesOnlyWhatItNames(String words, String changes) {
        Map<String, String> base = leaves(compose(List.of()).resolvedJob());
        Map<String, String> changed = leaves(compose(words(words)).resolvedJob());
        Map<String, String> found = new TreeMap<>();
        base.keySet().stream()
                .filter(key -> !changed.containsKey(key))
                .forEach(key -> found.put("-" + key, "-" + key));
        changed.forEach((key, value) -> {
            if (!value.equals(base.get(key))) {
                found.put(key, key + "=" + value);
            }
        });
        assertEquals(changes, String.join("; ", found.values()).replace("\n", "\\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "camera/exposure@camera.exposure=long | GROUP_OVERRIDE_DID_YOU_MEAN",
                "survey/sky=sky.min | GROUP_OVERRIDE_DID_YOU_MEAN",
                "record/fits@night.star.record=default | GROUP_OVERRIDE_DID_YOU_MEAN",
                "survey/sky@night.sky=sky.mid | GROUP_OPTION_NOT_FOUND",
                "survey/star@night.star=r14 | GROUP_OPTION_NOT_FOUND",
                "telescope=lens | GROUP_OVERRIDE_NO_MATCH",
                "camera=null | GROUP_VALUE_TYPE",
                "~camera/exposure@camera.exposure | GROUP_DELETE_NO_MATCH",
                "camera.exposure.secs=1 | KEY_NOT_IN_CONFIG",
                "survey/star@night.star=star.r14 night.star.tool.name=x | KEY_NOT_IN_CONFIG",
                "night.sky.record.extra.lens.x=4 | KEY_NOT_IN_CONFIG",
                "telescope.focus={far:8} | KEY_NOT_IN_CONFIG",
                "hydra.run.dri=x | KEY_NOT_IN_CONFIG",
                "+title=second | APPEND_EXISTS",
                "+camera.filters.2=green | INDEX_ERROR",
                "plan.note=<b> | OVERRIDE_PARSE",
                "+night.star.tool.name=regex:^my | OVERRIDE_PARSE",
            })
    void aMistakeHasItsKind(String words, Kind kind) {
        assertEquals(kind, assertThrows(ConfigError.class, () -> compose(words(words))).kind());
    }

    @Test
    void theRunHasADirectoryOfItsOwnUnlessAnotherIsNamed() {
        assertEquals(
                TREE.resolve("nights/20261115-120000"),
                RunDirectory.single(compose(List.of())).directory());
        assertEquals(
                TREE.resolve("nights/fixed"),
                RunDirectory.single(compose(List.of("hydra.run.dir=nights/fixed"))).directory());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "plan.targets=1,2,3" + " | [plan.targets=1] [plan.targets=2] [plan.targets=3]",
                "survey/star@night.star=glob(*.r14*)"
                        + " | [survey/star@night.star=star.r14]"
                        + " [survey/star@night.star=star.r14.near]",
                "survey/sky@night.sky=sky.min,sky.max dome=a,b"
                        + " | [survey/sky@night.sky=sky.min, dome=a]"
                        + " [survey/sky@night.sky=sky.min, dome=b]"
                        + " [survey/sky@night.sky=sky.max, dome=a]"
                        + " [survey/sky@night.sky=sky.max, dome=b]",
                "dome='a,b','c' | [dome='a,b'] [dome='c']",
                "night.sky.bands=[u],[u,v] | [night.sky.bands=[u]] [night.sky.bands=[u,v]]",
            })
    void aSweepPlansOneJobForEachCombination(String words, String jobs) {
        var sweeps = new Sweeps(new Composer());
        List<String> planned =
                sweeps.plan(sweeps.master(request(words(words), Request.Mode.MULTIRUN))).stream()
                        .map(PlannedJob::overrides)
                        .map(List::toString)
                        .toList();
        assertEquals(jobs, String.join(" ", planned));
    }

    private static List<String> words(String words) {
        return List.of(words.split(" ", -1));
    }

    private static Composition compose(List<String> overrides) {
        return new Composer().compose(request(overrides, Request.Mode.RUN));
    }

    private static Request request(List<String> overrides, Request.Mode mode) {
        return new Request(
                List.of(new DirectoryRoot("main", TREE.resolve("conf"), TREE)),
                Optional.of("config"),
                overrides,
                mode,
                "app",
                TREE,
                Map.of("SET", "/mnt"),
                () -> App.NOW);
    }

    private static Map<String, String> leaves(Node node) {
        Map<String, String> leaves = new TreeMap<>();
        add("", node, leaves);
        return leaves;
    }

    private static void add(String key, Node node, Map<String, String> leaves) {
        if (node instanceof MapNode map) {
            map.entries()
                    .forEach(entry ->
                            add(
                                    key.isEmpty()
                                            ? entry.getKey().toString()
                                            : key + "." + entry.getKey(),
                                    entry.getValue(),
                                    leaves));
        } else {
            leaves.put(key, PythonText.str(node));
        }
    }
}
