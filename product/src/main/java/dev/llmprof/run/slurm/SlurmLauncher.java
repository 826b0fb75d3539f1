package dev.llmprof.run.slurm;

import dev.llmprof.config.sweep.JobCommand;
import dev.llmprof.config.sweep.JobResult;
import dev.llmprof.config.sweep.Launcher;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.process.InterruptSignals;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.run.settings.SlurmKeys;
import dev.llmprof.run.slurm.TaskState.Kind;
import dev.llmprof.tool.ShellQuote;
import dev.llmprof.tool.Slurm;
import dev.llmprof.tool.SlurmAnswers;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;

/// A sweep as arrays of Slurm. All that is needed to come back is in the sweep's directory before
/// anything is submitted; a sweep that is there goes on: only what is lost, failed or was never
/// submitted is.
public final class SlurmLauncher implements Launcher {
    private static final int USUAL_LARGEST = 1001;

    private final SlurmKeys keys;
    private final Path directory;
    private final SystemProcesses processes;
    private final ClusterQueue queue;
    private final Path here = Path.of("").toAbsolutePath();

    SlurmLauncher(SlurmKeys keys, Path directory, SystemProcesses processes) {
        this.keys = keys;
        this.directory = directory;
        this.processes = processes;
        this.queue = new ClusterQueue(processes);
    }

    @Override
    public boolean isElsewhere() {
        return true;
    }

    @Override
    public List<JobResult> launch(List<JobCommand> jobs, PrintStream out) {
        keys.python()
                .ifPresent(_ ->
                        out.println("slurm: hydra.launcher.python is not used: tasks run llmprof"));
        var pause = new Pause();
        InterruptSignals.call(() -> {
            pause.end();
            processes.interrupt();
        });
        boolean known = ClusterFiles.isSubmitted(directory);
        ClusterSweep sweep = known ? ClusterFiles.read(directory) : begun(jobs);
        var watch = new SweepWatch(new SweepLook(queue, InstantSource.system()), pause, out);
        Set<Integer> toDo = new TreeSet<>(sweep.tasks().stream().map(ClusterTask::number).toList());
        if (known) {
            sweep = Submitting.recovered(sweep, queue);
            // What is gone may only be late: nothing is run twice.
            SequencedMap<Integer, TaskState> states =
                    watch.until(sweep, kind -> kind != Kind.GONE && kind != Kind.UNKNOWN);
            states.forEach((number, state) -> {
                if (!state.kind().isToDo()) {
                    toDo.remove(number);
                }
            });
        }
        if (!pause.isOver()) {
            sweep = submitted(sweep, jobs, toDo, pause, out);
        }
        // Those that failed before are looked at anew.
        var again = new SweepLook(queue, InstantSource.system());
        SequencedMap<Integer, TaskState> states =
                keys.waits() && !pause.isOver()
                        ? new SweepWatch(again, pause, out).until(sweep, Kind::isOver)
                        : again.at(sweep);
        return ClusterResults.of(jobs, sweep, states, pause.isOver(), out);
    }

    @Override
    public void plan(List<JobCommand> jobs, PrintStream out) {
        ClusterSweep sweep = planned(jobs, "ID");
        List<Integer> numbers = jobs.stream().map(JobCommand::number).toList();
        for (SubmittedArray array : ArrayPlan.of(sweep, numbers, largest())) {
            var asked = ArrayPlan.asked(array, keys.arrayParallelism());
            out.println("# " + array.tasks().size() + " jobs on Slurm");
            out.println(
                    ShellQuote.line(
                            Slurm.submit(
                                    asked, options(sweep), Submitting.script(sweep), Map.of())));
        }
        test(sweep, out);
    }

    /// Whether Slurm could ever run a task of this kind.
    private void test(ClusterSweep sweep, PrintStream out) {
        try {
            Path script = Files.createTempFile("llmprof-", ".sh");
            try {
                Files.writeString(script, TaskScript.text(keys, sweep.home(), here));
                var one = new Slurm.TaskArray(sweep.name(), "0", 0);
                var answer = queue.ask(Slurm.test(one, options(sweep), script));
                out.println("# Slurm says: " + SlurmAnswers.reason(answer.errors()));
            } finally {
                Files.delete(script);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("asking sbatch --test-only", e);
        }
    }

    private ClusterSweep begun(List<JobCommand> jobs) {
        return ClusterFiles.write(planned(jobs, SweepIds.fresh(InstantSource.system().instant())));
    }

    private ClusterSweep planned(List<JobCommand> jobs, String id) {
        return new ClusterSweep(
                directory,
                id,
                keys.name() + "-" + id,
                keys.submititFolder()
                        .map(here::resolve)
                        .orElse(ClusterFiles.home(directory).resolve("logs")),
                Duration.ofSeconds(keys.pollS()),
                jobs.stream()
                        .map(job -> new ClusterTask(job.number(), job.directory(), job.overrides()))
                        .toList(),
                List.of());
    }

    private List<String> options(ClusterSweep sweep) {
        return SbatchOptions.of(keys, sweep.logs(), here);
    }

    private int largest() {
        return queue.largestArray().orElse(USUAL_LARGEST);
    }

    private ClusterSweep submitted(
            ClusterSweep begun,
            List<JobCommand> jobs,
            Set<Integer> toDo,
            Pause pause,
            PrintStream out) {
        if (toDo.isEmpty()) {
            return begun;
        }
        ClusterFiles.folder(begun.logs());
        AtomicFile.write(Submitting.script(begun), TaskScript.text(keys, begun.home(), here));
        var submitting = new Submitting(queue, keys, pause, out);
        ClusterSweep sweep = begun;
        for (SubmittedArray array : ArrayPlan.of(begun, toDo, largest())) {
            Map<String, String> variables = written(sweep, jobs, array);
            sweep = submitting.submit(sweep, array, options(sweep), variables);
            out.println(
                    "Submitted "
                            + array.tasks().size()
                            + (array.tasks().size() == 1 ? " job" : " jobs")
                            + " to Slurm: "
                            + sweep.array(array.tasks().getFirst())
                                    .flatMap(SubmittedArray::job)
                                    .orElse("")
                            + " ("
                            + array.name()
                            + ")");
        }
        return sweep;
    }

    /// Each task's own words; what an earlier try has left is no word of the next.
    private Map<String, String> written(
            ClusterSweep sweep, List<JobCommand> jobs, SubmittedArray array) {
        Map<String, String> variables = new HashMap<>(TaskScript.variables(keys));
        for (JobCommand job : jobs) {
            if (array.holds(job.number())) {
                Path task = ClusterFiles.folder(sweep.task(job.number()));
                TaskScript.Words words = TaskScript.words(job);
                AtomicFile.write(task.resolve("command.sh"), words.text());
                variables.putAll(words.variables());
                try {
                    Files.deleteIfExists(task.resolve(TaskExit.NAME));
                } catch (IOException e) {
                    throw new UncheckedIOException("removing " + TaskExit.NAME, e);
                }
            }
        }
        return variables;
    }
}
