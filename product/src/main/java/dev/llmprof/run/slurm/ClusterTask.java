package dev.llmprof.run.slurm;

import java.nio.file.Path;
import java.util.List;

/// One job of a sweep on a cluster: its number, where its files go, and its overrides as a title.
public record ClusterTask(int number, Path directory, List<String> overrides) {
    public ClusterTask {
        overrides = List.copyOf(overrides);
    }
}
