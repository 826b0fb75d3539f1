package dev.llmprof.pipeline;

import dev.llmprof.process.Processes;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/// What a stage may touch: its directory, the means to start programs, a clock, and what earlier
/// stages left. What it `says` is heard at once.
public record Workspace(
        Path runDirectory,
        Path directory,
        Processes processes,
        InstantSource clock,
        List<Artifact> earlierArtifacts,
        Consumer<String> says) {

    public Workspace {
        earlierArtifacts = List.copyOf(earlierArtifacts);
    }

    /// Nobody listens.
    public Workspace(
            Path runDirectory,
            Path directory,
            Processes processes,
            InstantSource clock,
            List<Artifact> earlierArtifacts) {
        this(runDirectory, directory, processes, clock, earlierArtifacts, _ -> {});
    }

    public Workspace heardBy(Consumer<String> someone) {
        return new Workspace(runDirectory, directory, processes, clock, earlierArtifacts, someone);
    }

    public List<Path> earlier(String kind) {
        return earlierArtifacts.stream()
                .filter(artifact -> artifact.kind().equals(kind))
                .map(Artifact::path)
                .toList();
    }
}
