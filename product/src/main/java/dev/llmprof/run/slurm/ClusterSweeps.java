package dev.llmprof.run.slurm;

import dev.llmprof.problem.Problem;
import dev.llmprof.process.InterruptSignals;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.run.slurm.TaskState.Kind;
import dev.llmprof.tool.Slurm;
import dev.llmprof.tool.SlurmAnswers;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/// A sweep on Slurm that somebody comes back to.
public final class ClusterSweeps {
    // A command line has its limit, and so has the controller's patience.
    private static final int CANCELLED_AT_ONCE = 500;

    private final SystemProcesses processes;
    private final ClusterQueue queue;
    private final PrintStream remarks;

    public ClusterSweeps(Map<String, String> environment, PrintStream remarks) {
        this.processes = new SystemProcesses(environment);
        this.queue = new ClusterQueue(processes);
        this.remarks = remarks;
    }

    /// How its tasks stand, one look.
    public SweepStatus status(Path directory) {
        ClusterSweep sweep = known(directory);
        var look = new SweepLook(queue, InstantSource.system());
        return status(sweep, look.at(sweep), look.silence());
    }

    /// Until all are over or the user has had enough; cancels nothing. What was never submitted is
    /// not waited for.
    public SweepStatus await(Path directory) {
        ClusterSweep sweep = known(directory);
        var pause = new Pause();
        InterruptSignals.call(() -> {
            pause.end();
            processes.interrupt();
        });
        var look = new SweepLook(queue, InstantSource.system());
        SequencedMap<Integer, TaskState> states =
                new SweepWatch(look, pause, remarks)
                        .until(sweep, kind -> kind.isOver() || kind == Kind.UNSUBMITTED);
        return status(sweep, states, look.silence());
    }

    /// Ends what is in the queue; says how many that are.
    public int cancel(Path directory) {
        ClusterSweep sweep = known(directory);
        var look = new SweepLook(queue, InstantSource.system());
        SequencedMap<Integer, TaskState> states = look.at(sweep);
        look.silence()
                .ifPresent(why -> {
                    throw silent(sweep, why);
                });
        List<String> words = new ArrayList<>();
        states.forEach((number, state) -> {
            if (state.kind().isAlive()) {
                sweep.array(number).flatMap(each -> each.word(number)).ifPresent(words::add);
            }
        });
        for (int from = 0; from < words.size(); from += CANCELLED_AT_ONCE) {
            int to = Math.min(words.size(), from + CANCELLED_AT_ONCE);
            var answer = queue.ask(Slurm.cancel(words.subList(from, to)));
            if (!ClusterQueue.well(answer)) {
                throw silent(sweep, SlurmAnswers.reason(answer.errors()));
            }
        }
        return words.size();
    }

    private ClusterSweep known(Path directory) {
        return Submitting.recovered(ClusterFiles.read(directory), queue);
    }

    private static Problem.Found silent(ClusterSweep sweep, String why) {
        return new Problem(
                        "Slurm does not answer: " + why,
                        sweep.directory().toString(),
                        "try again when the controller is up")
                .found();
    }

    private static SweepStatus status(
            ClusterSweep sweep, SequencedMap<Integer, TaskState> states, Optional<String> silence) {
        List<SweepStatus.Line> lines = new ArrayList<>();
        for (ClusterTask task : sweep.tasks()) {
            int number = task.number();
            lines.add(
                    new SweepStatus.Line(
                            task,
                            states.getOrDefault(number, TaskState.NEVER_SUBMITTED),
                            sweep.array(number).flatMap(each -> each.word(number)),
                            sweep.log(number)));
        }
        return new SweepStatus(
                sweep.directory(), sweep.name(), lines, SweepWatch.counts(states), silence);
    }
}
