package dev.llmprof.run.slurm;

import java.util.List;
import java.util.Optional;

/// Tasks that were handed to Slurm together, under a name that no other array has. Without a job's
/// number we do not know whether Slurm took it: the name tells. The index of a task is its number
/// less the offset.
record SubmittedArray(String name, int offset, List<Integer> tasks, Optional<String> job) {
    SubmittedArray {
        tasks = List.copyOf(tasks);
    }

    SubmittedArray as(String number) {
        return new SubmittedArray(name, offset, tasks, Optional.of(number));
    }

    boolean holds(int task) {
        return tasks.contains(task);
    }

    /// As `scancel` and `scontrol` take it.
    Optional<String> word(int task) {
        return job.map(number -> number + "_" + (task - offset));
    }
}
