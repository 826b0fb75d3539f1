package dev.llmprof.run.slurm;

import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import dev.llmprof.run.settings.SlurmKeys;
import dev.llmprof.tool.Slurm;
import dev.llmprof.tool.SlurmAnswers;
import dev.llmprof.tool.SlurmAnswers.QueuedTask;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Hands arrays to Slurm. What is handed over stands in `sweep.json` before, its number after; a
/// controller that does not answer is asked again, after a look whether it has heard us.
record Submitting(ClusterQueue queue, SlurmKeys keys, Pause pause, PrintStream out) {
    /// What `env` says of a program that is not there.
    private static final int NOT_FOUND = 127;

    ClusterSweep submit(
            ClusterSweep sweep,
            SubmittedArray array,
            List<String> options,
            Map<String, String> variables) {
        ClusterSweep noted = ClusterFiles.write(sweep.with(array));
        Command command =
                Slurm.submit(
                        ArrayPlan.asked(array, keys.arrayParallelism()),
                        options,
                        script(sweep),
                        variables);
        int wait = keys.pollS();
        for (int attempt = 0; ; attempt++) {
            Processes.Answer answer = queue.ask(command);
            Optional<String> job = accepted(answer).or(() -> found(array));
            if (job.isPresent()) {
                return ClusterFiles.write(noted.with(array.as(job.get())));
            }
            String errors = answer.errors();
            boolean again =
                    answer.ended() instanceof Ended.Exited
                            && SlurmAnswers.isPassing(errors)
                            && attempt < keys.submitRetries();
            if (!again || pause.isOver(wait)) {
                if (!SlurmAnswers.isPassing(errors) && !pause.isOver()) {
                    // It has none of it, and never will.
                    ClusterFiles.write(sweep);
                }
                throw pause.isOver() ? interrupted(sweep) : refused(answer, errors, sweep);
            }
            out.println("slurm: " + SlurmAnswers.reason(errors) + "; trying again");
            wait = Math.min(60, wait * 2);
        }
    }

    static Path script(ClusterSweep sweep) {
        return sweep.home().resolve("task.sh");
    }

    private static Optional<String> accepted(Processes.Answer answer) {
        return ClusterQueue.well(answer)
                ? SlurmAnswers.submitted(answer.output())
                : Optional.empty();
    }

    /// By its name, where the answer was lost.
    private Optional<String> found(SubmittedArray array) {
        return queue.look(List.of(array.name())) instanceof ClusterQueue.Seen.Tasks(var tasks)
                ? tasks.stream().map(QueuedTask::job).findFirst()
                : Optional.empty();
    }

    /// Finds out what became of arrays that were noted and have no number.
    static ClusterSweep recovered(ClusterSweep sweep, ClusterQueue queue) {
        List<SubmittedArray> unknown =
                sweep.arrays().stream().filter(each -> each.job().isEmpty()).toList();
        List<String> names = unknown.stream().map(SubmittedArray::name).toList();
        if (unknown.isEmpty()
                || !(queue.look(names) instanceof ClusterQueue.Seen.Tasks(var tasks))) {
            return sweep;
        }
        ClusterSweep known = sweep;
        for (SubmittedArray array : unknown) {
            Optional<String> job =
                    tasks.stream()
                            .filter(each -> each.name().equals(array.name()))
                            .map(QueuedTask::job)
                            .findFirst();
            if (job.isPresent()) {
                known = ClusterFiles.write(known.with(array.as(job.get())));
            }
        }
        return known;
    }

    private static Problem.Found interrupted(ClusterSweep sweep) {
        return new Problem(
                        "interrupted before Slurm had all jobs",
                        sweep.home().toString(),
                        "llmprof sweep resubmit "
                                + sweep.directory()
                                + " submits the rest, llmprof sweep cancel "
                                + sweep.directory()
                                + " ends the others")
                .found();
    }

    private static Problem.Found refused(
            Processes.Answer answer, String errors, ClusterSweep sweep) {
        if (answer.ended() instanceof Ended.Exited(int code, _) && code == NOT_FOUND) {
            return absent(errors.strip()).found();
        }
        boolean passing = SlurmAnswers.isPassing(errors);
        return new Problem(
                        "sbatch did not take the sweep: " + SlurmAnswers.reason(errors),
                        sweep.home().toString(),
                        passing
                                ? "when the controller answers: llmprof sweep resubmit "
                                        + sweep.directory()
                                : "the keys below hydra.launcher say what is asked of Slurm;"
                                        + " llmprof doctor looks at the cluster")
                .found();
    }

    private static Problem absent(String why) {
        return new Problem(
                "Slurm cannot be asked from here: " + why,
                "hydra/launcher=slurm",
                "start it on a machine that submits to the cluster, or hydra/launcher=local");
    }
}
