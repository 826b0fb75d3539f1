package dev.llmprof.run.slurm;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// How a sweep's tasks stand at one time; `silence` is why the queue could not be asked.
public record SweepStatus(
        Path directory, String name, List<Line> tasks, String counts, Optional<String> silence) {
    public SweepStatus {
        tasks = List.copyOf(tasks);
    }

    /// One task; `job` as Slurm calls it, once it was submitted.
    public record Line(ClusterTask task, TaskState state, Optional<String> job, Path log) {}

    /// The worst of its tasks; one that is not over has none.
    public int exitCode() {
        return tasks.stream().mapToInt(line -> line.state().code()).max().orElse(0);
    }

    public boolean isOver() {
        return tasks.stream().allMatch(line -> line.state().kind().isOver());
    }
}
