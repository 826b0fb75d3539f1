package dev.llmprof.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.cli.RunCommand.Source;
import dev.llmprof.config.Composer;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.testing.SharedData;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Our tree against the reference project's own, key by key: what differs was decided.
class ReferenceTreeTest {
    private static final List<String> OURS = List.of("model=deepseek_ocr", "dataset=omnidocbench");

    /// Renamed, or of no use to anything that runs here.
    private static final Set<String> GONE =
            Set.of(
                    "pipeline.torch_profiler.enabled",
                    "pipeline.workload.module",
                    "experiment",
                    "use_flash_attn");

    @Test // S1, S3, S4, S33, S36
    void composesWhatTheReferenceComposes() {
        SortedMap<String, String> reference = leaves(true, List.of());
        SortedMap<String, String> ours = leaves(false, OURS);

        Map<String, String> different = new TreeMap<>();
        reference.forEach((key, value) -> {
            if (!value.equals(ours.get(key)) && !GONE.contains(key)) {
                different.put(key, value + " -> " + ours.get(key));
            }
        });
        different.remove("pipeline.ncu.description");
        assertEquals(
                Map.of(
                        "device",
                        "cuda:0 -> auto",
                        "pipeline.ncu.ncu_cli.nvtx.include",
                        "None -> decode*",
                        "pipeline.nsys.capture_range",
                        "none -> nvtx",
                        "pipeline.nsys.capture_range_end",
                        "None -> stop",
                        "pipeline.torch_profiler.enable",
                        "${pipeline.torch_profiler.enabled} -> True",
                        "pipeline.torch_profiler.record_shapes",
                        "False -> True"),
                different);
    }

    @ParameterizedTest // S35, S36
    @ValueSource(strings = {"ncu.default", "ncu.high", "ncu.rtx3090", "ncu.rtx3090.compute"})
    void ncuPresetsCollectTheSame(String preset) {
        String choice = "profiling/ncu@pipeline.ncu=" + preset;
        for (String key : List.of("sections", "metrics", "set", "target_processes")) {
            String full = "pipeline.ncu.ncu_cli." + key;
            assertEquals(
                    leaves(true, List.of(choice)).get(full),
                    leaves(false, List.of(choice)).get(full),
                    key);
        }
    }

    @Test // S35: the later document lists two sections, the reference's file seven
    void theMemoryPresetIsTheLaterDocuments() {
        assertEquals(
                "['SpeedOfLight', 'MemoryWorkloadAnalysis']",
                leaves(false, List.of("profiling/ncu@pipeline.ncu=ncu.rtx3090.memory"))
                        .get("pipeline.ncu.ncu_cli.sections"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"torch-profiler.min", "torch-profiler.default", "torch-profiler.max"})
    void torchPresetsDifferInShapesAtMost(String preset) {
        String choice = "profiling/torch@pipeline.torch_profiler=" + preset;
        var reference = new TreeMap<>(leaves(true, List.of(choice)));
        var ours = leaves(false, List.of(choice));
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

    private static SortedMap<String, String> leaves(boolean reference, List<String> overrides) {
        Optional<Path> path =
                reference
                        ? Optional.of(SharedData.at("hydra/trees/seed_conf/conf").toAbsolutePath())
                        : Optional.empty();
        var request =
                Configurations.request(
                        new Source(path, Optional.empty(), Optional.empty()),
                        overrides,
                        Map.of(),
                        ZonedDateTime.of(2026, 11, 15, 14, 22, 33, 0, ZoneOffset.UTC));
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
