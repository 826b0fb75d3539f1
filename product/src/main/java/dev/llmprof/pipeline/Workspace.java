package dev.llmprof.pipeline;

import dev.llmprof.process.Processes;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/// What a stage may touch: its directory, the means to start programs, a clock, and what earlier
/// stages left.
public record Workspace(
        Path runDirectory,
        Path directory,
        Processes processes,
        InstantSource clock,
        List<Artifact> earlierArtifacts) {

    public Workspace {
        earlierArtifacts = List.copyOf(earlierArtifacts);
    }

    public List<Path> earlier(String kind) {
        return earlierArtifacts.stream()
                .filter(artifact -> artifact.kind().equals(kind))
                .map(Artifact::path)
                .toList();
    }
}
