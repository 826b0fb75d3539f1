package dev.llmprof.run.slurm;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A sweep on a cluster as `.slurm/sweep.json` has it: what there is to do, and what was handed to
/// Slurm so far. `logs` is where the tasks' output goes, `poll` how often the queue is asked.
record ClusterSweep(
        Path directory,
        String id,
        String name,
        Path logs,
        Duration poll,
        List<ClusterTask> tasks,
        List<SubmittedArray> arrays) {

    ClusterSweep {
        tasks = List.copyOf(tasks);
        arrays = List.copyOf(arrays);
    }

    /// The last one that has the task.
    Optional<SubmittedArray> array(int task) {
        return arrays.stream().filter(each -> each.holds(task)).reduce((_, last) -> last);
    }

    /// The array where its name is known, else one more.
    ClusterSweep with(SubmittedArray array) {
        var all = new ArrayList<>(arrays);
        all.removeIf(each -> each.name().equals(array.name()));
        all.add(array);
        return new ClusterSweep(directory, id, name, logs, poll, tasks, all);
    }

    /// The first is called as the sweep is, the others have a number behind it.
    String nextName() {
        return arrays.isEmpty() ? name : name + "." + (arrays.size() + 1);
    }

    Path home() {
        return ClusterFiles.home(directory);
    }

    Path task(int number) {
        return home().resolve("tasks").resolve(String.valueOf(number));
    }

    /// Where to read what a task said last: its errors, where they have a file of their own.
    Path log(int number) {
        String word =
                array(number).flatMap(each -> each.word(number)).orElse(String.valueOf(number));
        Path errors = logs.resolve(word + ".err");
        return Files.isRegularFile(errors) ? errors : logs.resolve(word + ".out");
    }
}
