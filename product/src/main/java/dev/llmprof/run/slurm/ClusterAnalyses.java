package dev.llmprof.run.slurm;

import dev.llmprof.host.OwnProgram;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.InterruptSignals;
import dev.llmprof.process.Processes;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.tool.Slurm;
import dev.llmprof.tool.SlurmAnswers;
import dev.llmprof.tool.SlurmAnswers.QueuedTask;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Many ranks analysed on Slurm: an array reduces the shares, and a job that depends on it merges
/// them. The files they leave are the truth; the queue only says who is alive.
public final class ClusterAnalyses {
    private static final int USUAL_LARGEST = 1001;
    private static final int AT_ONCE = 256;
    private static final int ATTEMPTS = 5;
    private static final int FIRST_SECONDS = 1;
    private static final int MOST_SECONDS = 30;

    private final SystemProcesses processes;
    private final ClusterQueue queue;
    // Nothing more is started where the user has had enough, except to leave nothing behind.
    private final ClusterQueue tidying;
    private final Consumer<String> remarks;
    private final Pause pause = new Pause();
    private final InstantSource clock = InstantSource.system();

    public ClusterAnalyses(Map<String, String> environment, Consumer<String> remarks) {
        this.processes = new SystemProcesses(environment);
        this.queue = new ClusterQueue(processes);
        this.tidying = new ClusterQueue(new SystemProcesses(environment));
        this.remarks = remarks;
    }

    /// How it ended.
    public sealed interface End {
        /// The merging job's exit code, and what it has for the terminal.
        record Merged(int code, Path shown) implements End {}

        /// A job failed or was lost.
        record Unfinished(Problem problem) implements End {}

        /// The user has had enough; the jobs go on.
        record Left() implements End {}
    }

    /// The numbers of both jobs.
    private record Submitted(String reduce, String merge) {}

    public End run(List<Path> captures, int shares, Path output) {
        int largest = queue.largestArray().orElse(USUAL_LARGEST);
        if (shares >= largest) {
            throw new Problem(
                            "this cluster takes arrays of " + (largest - 1) + " at most",
                            "--shares " + shares,
                            "--shares " + (largest - 1))
                    .found();
        }
        var analysis =
                new ClusterAnalysis(
                        output.toAbsolutePath().normalize(),
                        SweepIds.fresh(clock.instant()),
                        captures.stream().map(each -> each.toAbsolutePath().normalize()).toList(),
                        shares);
        InterruptSignals.call(() -> {
            pause.end();
            processes.interrupt();
        });
        analysis.write(OwnProgram.path());
        Optional<Submitted> submitted = submitted(analysis);
        if (submitted.isEmpty()) {
            return new End.Left();
        }
        Submitted jobs = submitted.get();
        remarks.accept(
                "Submitted %d %s to Slurm: %s, and the merge behind: %s"
                        .formatted(
                                shares,
                                shares == 1 ? "share" : "shares",
                                jobs.reduce(),
                                jobs.merge()));
        return awaited(analysis, jobs);
    }

    /// Empty where the user had enough before both were submitted: then none is left in the queue.
    private Optional<Submitted> submitted(ClusterAnalysis analysis) {
        List<String> options =
                List.of(
                        "--chdir=" + Path.of("").toAbsolutePath(),
                        "--output=" + analysis.logs().resolve("%A_%a.out"));
        Optional<String> shares =
                submitted(
                        analysis.reduceName(),
                        Slurm.submit(
                                new Slurm.TaskArray(
                                        analysis.reduceName(),
                                        "1-" + analysis.shares() + "%" + AT_ONCE,
                                        0),
                                options,
                                analysis.reduceScript(),
                                Map.of()));
        if (shares.isEmpty()) {
            remarks.accept("interrupted; nothing was submitted");
        }
        return shares.flatMap(reduce ->
                behind(analysis, reduce, options).map(merge -> new Submitted(reduce, merge)));
    }

    /// The merging job. Without it nobody needs the shares.
    private Optional<String> behind(ClusterAnalysis analysis, String reduce, List<String> options) {
        List<String> dependent =
                List.of(options.get(0), options.get(1), "--dependency=afterok:" + reduce);
        try {
            Optional<String> merge =
                    submitted(
                            analysis.mergeName(),
                            Slurm.submit(
                                    new Slurm.TaskArray(analysis.mergeName(), "0", 0),
                                    dependent,
                                    analysis.mergeScript(),
                                    Map.of()));
            if (merge.isEmpty()) {
                boolean cancelled = ClusterQueue.well(tidying.ask(Slurm.cancel(List.of(reduce))));
                remarks.accept(
                        "interrupted before the merge was submitted; "
                                + (cancelled
                                        ? "job " + reduce + " was cancelled"
                                        : "scancel " + reduce + " ends what was"));
            }
            return merge;
        } catch (Problem.Found refused) {
            tidying.ask(Slurm.cancel(List.of(reduce)));
            throw refused;
        }
    }

    /// A controller that is down for a moment is asked again, after a look whether it has heard us.
    /// Empty where the user had enough.
    private Optional<String> submitted(String name, Command command) {
        int seconds = 5;
        for (int attempt = 1; ; attempt++) {
            Processes.Answer answer = queue.ask(command);
            Optional<String> job =
                    (ClusterQueue.well(answer)
                                    ? SlurmAnswers.submitted(answer.output())
                                    : Optional.<String>empty())
                            .or(() -> found(name));
            if (job.isPresent() || pause.isOver()) {
                return job;
            }
            String errors = answer.errors();
            boolean again =
                    answer.ended() instanceof Ended.Exited
                            && SlurmAnswers.isPassing(errors)
                            && attempt < ATTEMPTS;
            if (again && pause.isOver(seconds)) {
                return Optional.empty();
            }
            if (!again) {
                throw new Problem(
                                "sbatch did not take the analysis: " + SlurmAnswers.reason(errors),
                                "--launcher slurm",
                                "llmprof doctor looks at the cluster; SBATCH_PARTITION, SBATCH_ACCOUNT"
                                        + " and SBATCH_TIMELIMIT are used")
                        .found();
            }
            remarks.accept("slurm: " + SlurmAnswers.reason(errors) + "; trying again");
            seconds = Math.min(60, seconds * 2);
        }
    }

    private Optional<String> found(String name) {
        return tidying.look(List.of(name)) instanceof ClusterQueue.Seen.Tasks(var tasks)
                ? tasks.stream().map(QueuedTask::job).findFirst()
                : Optional.empty();
    }

    private End awaited(ClusterAnalysis analysis, Submitted jobs) {
        Optional<Instant> goneSince = Optional.empty();
        String said = "";
        int seconds = FIRST_SECONDS;
        while (true) {
            ClusterQueue.Seen seen =
                    queue.look(List.of(analysis.reduceName(), analysis.mergeName()));
            Optional<Integer> code = analysis.exit();
            if (code.isPresent()) {
                return new End.Merged(code.get(), analysis.shown());
            }
            goneSince =
                    isGone(seen)
                            ? goneSince.or(() -> Optional.of(clock.instant()))
                            : Optional.empty();
            if (isCancelled(seen) || goneSince.filter(this::isLong).isPresent()) {
                return new End.Unfinished(unfinished(analysis, jobs));
            }
            String now = words(analysis, seen);
            if (!now.equals(said)) {
                remarks.accept("slurm: " + now);
            }
            seconds = now.equals(said) ? Math.min(MOST_SECONDS, seconds * 2) : FIRST_SECONDS;
            said = now;
            if (pause.isOver(seconds)) {
                remarks.accept(
                        "no longer waiting; the jobs go on, and leave the report in %1$s: squeue -j"
                                        .formatted(analysis.output())
                                + " %1$s,%2$s shows them, scancel %1$s %2$s ends them"
                                        .formatted(jobs.reduce(), jobs.merge()));
                return new End.Left();
            }
        }
    }

    private static boolean isGone(ClusterQueue.Seen seen) {
        return seen instanceof ClusterQueue.Seen.Tasks(var tasks)
                && tasks.stream().noneMatch(QueuedTask::isAlive);
    }

    /// The merging job is, as soon as a share has failed.
    private static boolean isCancelled(ClusterQueue.Seen seen) {
        return isGone(seen)
                && seen instanceof ClusterQueue.Seen.Tasks(var tasks)
                && tasks.stream()
                        .anyMatch(task ->
                                task.name().endsWith("-merge") && task.state().equals("CANCELLED"));
    }

    /// Shared file systems bring a file late.
    private boolean isLong(Instant since) {
        return Duration.between(since, clock.instant()).compareTo(SweepLook.GRACE) >= 0;
    }

    private static String words(ClusterAnalysis analysis, ClusterQueue.Seen seen) {
        int reduced = analysis.shares() - analysis.missing().size();
        String shares = reduced + " of " + analysis.shares() + " shares reduced";
        return seen instanceof ClusterQueue.Seen.Silent(String why)
                ? shares + "; the controller does not answer: " + why
                : shares;
    }

    private static Problem unfinished(ClusterAnalysis analysis, Submitted jobs) {
        List<Integer> missing = analysis.missing();
        boolean reduced = missing.isEmpty();
        String shares =
                missing.stream()
                        .map(share -> share + "/" + analysis.shares())
                        .limit(8)
                        .collect(Collectors.joining(", "));
        return new Problem(
                reduced
                        ? "the shares are reduced, and were not merged"
                        : "no part came of share " + shares + (missing.size() > 8 ? ", …" : ""),
                (reduced
                                ? analysis.log(jobs.merge(), 0)
                                : analysis.log(jobs.reduce(), missing.getFirst()))
                        .toString(),
                "that file has what the job said; then give the same command again");
    }
}
