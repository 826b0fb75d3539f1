package dev.llmprof.run.slurm;

import dev.llmprof.process.Answering;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/// A sweep on Slurm whose record or whose tasks' last words were damaged, looked at as `sweep
/// status` does, beside a queue that knows two of its tasks.
public final class DamagedSweep {
    private static final String QUEUE =
            """
            17|0|RUNNING|None|sweep
            17|1|PENDING|Resources|sweep
            """;

    private DamagedSweep() {}

    /// Each task's state and where to read on.
    public static String look(Path directory) {
        var queue =
                new ClusterQueue(
                        new Answering(command ->
                                command.argv().contains("squeue")
                                        ? Optional.of(QUEUE)
                                        : Optional.empty()));
        ClusterSweep sweep = Submitting.recovered(ClusterFiles.read(directory), queue);
        var states = new SweepLook(queue, InstantSource.system()).at(sweep);
        StringBuilder said = new StringBuilder(SweepWatch.counts(states));
        for (ClusterTask task : sweep.tasks()) {
            said.append(states.get(task.number())).append(sweep.log(task.number()));
            said.append(sweep.array(task.number()).flatMap(array -> array.word(task.number())));
        }
        return said.toString();
    }
}
