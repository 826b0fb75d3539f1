package dev.llmprof.pipeline;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The manifest of a run that is over, written into its directory.
public record DoneRun(Path directory, Instant start) {

    public Manifest.StageEntry stage(String name, List<Manifest.ArtifactEntry> artifacts) {
        return stage(name, List.of(), artifacts);
    }

    public Manifest.StageEntry stage(
            String name,
            List<Manifest.CommandEntry> commands,
            List<Manifest.ArtifactEntry> artifacts) {
        return new Manifest.StageEntry(
                name,
                Manifest.Verdict.DONE,
                Optional.empty(),
                List.of(),
                Optional.of(start),
                Optional.of(start.plusSeconds(2)),
                commands,
                artifacts);
    }

    public Manifest written(List<Manifest.StageEntry> stages) {
        var manifest =
                new Manifest(
                        "0.1.0",
                        start,
                        Optional.of(start.plusSeconds(9)),
                        List.of("run"),
                        directory.toString(),
                        Manifest.Verdict.DONE,
                        stages);
        ManifestFile.write(manifest, directory);
        return manifest;
    }
}
