package dev.llmprof.run.slurm;

import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.tool.SlurmAnswers.QueuedTask;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/// Looks at a sweep's tasks, and remembers since when one is gone.
final class SweepLook {
    /// Shared file systems bring a file late.
    static final Duration GRACE = Duration.ofSeconds(60);

    private final ClusterQueue queue;
    private final InstantSource clock;
    private final Map<Integer, Instant> goneSince = new HashMap<>();
    private final Map<Integer, TaskState> over = new HashMap<>();
    private Optional<String> silence = Optional.empty();

    SweepLook(ClusterQueue queue, InstantSource clock) {
        this.queue = queue;
        this.clock = clock;
    }

    /// Every task by its number. The queue is asked first, so that a task which ends meanwhile has
    /// left its word. What is over stays so.
    SequencedMap<Integer, TaskState> at(ClusterSweep sweep) {
        ClusterQueue.Seen seen = queue.look(names(sweep));
        silence =
                seen instanceof ClusterQueue.Seen.Silent(String why)
                        ? Optional.of(why)
                        : Optional.empty();
        SequencedMap<Integer, TaskState> states = new LinkedHashMap<>();
        for (ClusterTask task : sweep.tasks()) {
            TaskState state =
                    Optional.ofNullable(over.get(task.number()))
                            .orElseGet(() -> signs(sweep, task, seen).state());
            if (state.kind().isOver()) {
                over.put(task.number(), state);
            }
            states.put(task.number(), state);
        }
        return states;
    }

    /// Why the last look saw no queue.
    Optional<String> silence() {
        return silence;
    }

    /// Arrays whose tasks may still live.
    private List<String> names(ClusterSweep sweep) {
        return sweep.arrays().stream()
                .filter(each -> !over.keySet().containsAll(each.tasks()))
                .map(SubmittedArray::name)
                .toList();
    }

    private TaskSigns signs(ClusterSweep sweep, ClusterTask task, ClusterQueue.Seen seen) {
        Optional<SubmittedArray> array = sweep.array(task.number());
        Optional<QueuedTask> queued = array.flatMap(each -> queued(each, task.number(), seen));
        boolean answered = seen instanceof ClusterQueue.Seen.Tasks;
        boolean gone = answered && queued.filter(QueuedTask::isAlive).isEmpty();
        boolean goneLong = gone && isGoneLong(sweep, task.number(), queued);
        return new TaskSigns(
                TaskExit.in(sweep.task(task.number())),
                verdict(task.directory()),
                queued,
                array.isPresent(),
                answered,
                goneLong,
                goneLong && queued.isEmpty()
                        ? array.flatMap(each -> lastWord(each, task.number()))
                        : Optional.empty());
    }

    private static Optional<QueuedTask> queued(
            SubmittedArray array, int task, ClusterQueue.Seen seen) {
        return seen instanceof ClusterQueue.Seen.Tasks(List<QueuedTask> all)
                ? all.stream()
                        .filter(each ->
                                each.name().equals(array.name())
                                        && each.index() == task - array.offset())
                        .findFirst()
                : Optional.empty();
    }

    /// One that was cancelled before it began has nothing to bring.
    private boolean isGoneLong(ClusterSweep sweep, int task, Optional<QueuedTask> queued) {
        Instant since = goneSince.computeIfAbsent(task, _ -> clock.instant());
        boolean neverBegan =
                queued.filter(each -> each.state().equals("CANCELLED")).isPresent()
                        && !Files.exists(sweep.log(task));
        return neverBegan || !clock.instant().isBefore(since.plus(GRACE));
    }

    private Optional<String> lastWord(SubmittedArray array, int task) {
        return array.word(task).flatMap(word -> queue.lastWord(word, array.name()));
    }

    private static Optional<Manifest.Verdict> verdict(Path directory) {
        if (!Files.isRegularFile(directory.resolve(ManifestFile.NAME))) {
            return Optional.empty();
        }
        try {
            return Optional.of(ManifestFile.read(directory).outcome());
        } catch (Problem.Found unreadable) {
            return Optional.empty();
        }
    }
}
