package dev.llmprof.study.compare;

import dev.llmprof.app.PluginLists;
import dev.llmprof.compare.fact.SideFacts;
import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.pipeline.RunPaths;
import dev.llmprof.testing.kineto.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Run directories with a recorded trace, as a run leaves them.
public final class RunDirectories {
    static final Instant START = Instant.parse("2026-11-15T14:22:33Z");

    private RunDirectories() {}

    /// What a run says of itself, as a comparison asks it.
    public static SideFacts facts(Path run) {
        return RunRecords.of(run, PluginLists.SHIPPED.study());
    }

    public static void write(
            Path run, Recording recording, Manifest.Verdict outcome, String... command)
            throws IOException {
        Files.createDirectories(run.resolve("torch_profiler"));
        Path trace = recording.writtenTo(run.resolve("torch_profiler/trace.json"));
        Path results = run.resolve("torch_profiler/results.json");
        List<Artifact> artifacts = new ArrayList<>(List.of(new Artifact("torch.trace", trace)));
        if (Files.exists(results)) {
            artifacts.add(new Artifact("workload.results", results));
        }
        var stage =
                new Manifest.StageEntry(
                        "torch_profiler",
                        outcome,
                        Optional.empty(),
                        List.of(),
                        Optional.of(START),
                        Optional.of(START.plusSeconds(2)),
                        List.of(),
                        artifacts.stream().map(each -> RunPaths.entry(run, each)).toList());
        ManifestFile.write(
                new Manifest(
                        "0.1.0",
                        START,
                        Optional.of(START.plusSeconds(9)),
                        List.of(command),
                        run.toString(),
                        outcome,
                        List.of(stage)),
                run);
    }
}
