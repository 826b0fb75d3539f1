package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.config.Composer;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.run.RunRequest.Source;
import dev.llmprof.testing.SharedData;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Our tree against the one that scripts of an earlier profiler count on, key by key: what differs
/// was decided.
class ReferenceTreeTest {
    private static final List<String> OURS = List.of("model=deepseek_ocr", "dataset=omnidocbench");

    /// Renamed, or of no use to anything that runs here.
    private static final Set<String> GONE =
            Set.of(
                    "pipeline.torch_profiler.enabled",
                    "pipeline.workload.module",
                    "experiment",
                    "use_flash_attn");

    /// Without `flop_count_hp` and `flop_count_sp`, which no ncu has: they made every run degraded.
    private static final String METRICS =
            "'gpu__time_duration.sum', 'sm__throughput.avg.pct_of_peak_sustained_elapsed',"
                    + " 'dram__throughput.avg.pct_of_peak_sustained_elapsed']";

    /// The keys as we wrote them down, and the reference project's own tree where that is at hand.
    static List<Path> references() {
        List<Path> trees = new ArrayList<>();
        trees.add(Path.of("src/test/resources/dev/llmprof/run/earlier").toAbsolutePath());
        SharedData.ifHere("hydra/trees/seed_conf/conf").ifPresent(trees::add);
        return trees;
    }

    private static Stream<Arguments> each(String... presets) {
        return references().stream()
                .flatMap(tree -> Stream.of(presets).map(preset -> Arguments.of(tree, preset)));
    }

    static Stream<Arguments> ncuPresets() {
        return each("ncu.default", "ncu.high", "ncu.rtx3090", "ncu.rtx3090.compute");
    }

    static Stream<Arguments> torchPresets() {
        return each("torch-profiler.min", "torch-profiler.default", "torch-profiler.max");
    }

    @ParameterizedTest
    @MethodSource("references")
    void composesWhatTheReferenceComposes(Path tree) {
        SortedMap<String, String> reference = leaves(tree, List.of());
        SortedMap<String, String> ours = leaves(OURS);

        Map<String, String> different = new TreeMap<>();
        reference.forEach((key, value) -> {
            if (!value.equals(ours.get(key)) && !GONE.contains(key)) {
                different.put(key, value + " -> " + ours.get(key));
            }
        });
        different.remove("pipeline.ncu.description");
        assertEquals(
                Map.of(
                        "pipeline.ncu.ncu_cli.metrics",
                        "['flop_count_hp', 'flop_count_sp', " + METRICS + " -> [" + METRICS,
                        "device",
                        "cuda:0 -> auto",
                        "pipeline.ncu.ncu_cli.nvtx.include",
                        "None -> decode*",
                        "pipeline.nsys.capture_range",
                        "none -> nvtx",
                        "pipeline.nsys.capture_range_end",
                        "None -> stop",
                        "pipeline.nsys.nvtx_capture",
                        "prefill -> window",
                        "pipeline.torch_profiler.enable",
                        "${pipeline.torch_profiler.enabled} -> True",
                        "pipeline.torch_profiler.record_shapes",
                        "False -> True"),
                different);
    }

    /// What we wrote down is what the reference project has, where that can be asked.
    @Test
    void theKeysAreWrittenDownInFull() {
        List<Path> trees = references();
        var own = leaves(trees.getFirst(), List.of());
        assertEquals("cuda,nvtx,osrt", own.get("pipeline.nsys.trace"));
        for (Path tree : trees) {
            var reference = leaves(tree, List.of());
            reference.remove("pipeline.ncu.description");
            assertEquals(own, reference);
        }
    }

    @ParameterizedTest
    @MethodSource("ncuPresets")
    void ncuPresetsCollectTheSame(Path tree, String preset) {
        String choice = "profiling/ncu@pipeline.ncu=" + preset;
        for (String key : List.of("sections", "metrics", "set", "target_processes")) {
            String full = "pipeline.ncu.ncu_cli." + key;
            assertEquals(
                    leaves(tree, List.of(choice))
                            .getOrDefault(full, "")
                            .replace("'flop_count_hp', 'flop_count_sp', ", ""),
                    leaves(List.of(choice)).get(full),
                    key);
        }
    }

    /// The later document lists two sections, the reference's file seven.
    @Test
    void theMemoryPresetIsTheLaterDocuments() {
        assertEquals(
                "['SpeedOfLight', 'MemoryWorkloadAnalysis']",
                leaves(List.of("profiling/ncu@pipeline.ncu=ncu.rtx3090.memory"))
                        .get("pipeline.ncu.ncu_cli.sections"));
    }

    @ParameterizedTest
    @MethodSource("torchPresets")
    void torchPresetsDifferInShapesAtMost(Path tree, String preset) {
        String choice = "profiling/torch@pipeline.torch_profiler=" + preset;
        var reference = new TreeMap<>(leaves(tree, List.of(choice)));
        var ours = leaves(List.of(choice));
        Set<String> different = new TreeSet<>();
        reference.keySet().removeIf(key -> !key.startsWith("pipeline.torch_profiler."));
        reference.keySet().removeIf(key -> key.contains(".output.") || key.contains(".enable"));
        reference.forEach((key, value) -> {
            if (!value.equals(ours.get(key))) {
                different.add(key);
            }
        });
        different.remove("pipeline.torch_profiler.record_shapes");
        assertEquals(Set.of(), different);
    }

    private static SortedMap<String, String> leaves(List<String> overrides) {
        return leaves(Optional.empty(), overrides);
    }

    private static SortedMap<String, String> leaves(Path tree, List<String> overrides) {
        return leaves(Optional.of(tree), overrides);
    }

    private static SortedMap<String, String> leaves(Optional<Path> path, List<String> overrides) {
        var request =
                Configurations.request(
                        new Source(path, Optional.empty(), Optional.empty()),
                        overrides,
                        Map.of(),
                        () -> ZonedDateTime.of(2026, 11, 15, 14, 22, 33, 0, ZoneOffset.UTC));
        SortedMap<String, String> leaves = new TreeMap<>();
        add("", new Composer().compose(request).job(), leaves);
        return leaves;
    }

    private static void add(String prefix, MapNode map, SortedMap<String, String> leaves) {
        map.entries()
                .forEach(entry -> {
                    String key = prefix + entry.getKey();
                    Node value = entry.getValue();
                    if (value instanceof MapNode inner) {
                        add(key + ".", inner, leaves);
                    } else {
                        leaves.put(key, PythonText.str(value));
                    }
                });
    }
}
