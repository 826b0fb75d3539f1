package dev.llmprof.run;

import dev.llmprof.config.Composer;
import dev.llmprof.config.Composition;
import dev.llmprof.config.node.HiddenTree;
import dev.llmprof.config.source.Request;
import dev.llmprof.config.sweep.Job;
import dev.llmprof.config.sweep.JobResult;
import dev.llmprof.config.sweep.Launcher;
import dev.llmprof.config.sweep.LauncherDefinition;
import dev.llmprof.config.sweep.Launchers;
import dev.llmprof.config.sweep.PlannedJob;
import dev.llmprof.config.sweep.Sweeps;
import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.run.slurm.ClusterFiles;
import dev.llmprof.run.stage.StageDefinition;
import dev.llmprof.secret.Secrets;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// `run -m`: one run for each combination, and a line about each at the end.
final class SweepRuns {
    private final Composer composer;
    private final Console console;
    private final SystemProcesses processes;
    private final List<StageDefinition> stages;
    private final Launchers launchers;
    private final One one;

    SweepRuns(
            Composer composer,
            Console console,
            SystemProcesses processes,
            List<StageDefinition> stages,
            List<LauncherDefinition> launchers,
            One one) {
        this.composer = composer;
        this.console = console;
        this.processes = processes;
        this.stages = stages;
        this.launchers = new Launchers(launchers);
        this.one = one;
    }

    /// What a sweep does with a single run: runs it to its exit code, or looks for mistakes in it.
    record One(Runner runner, Consumer<Composition> check) {

        /// To its exit code.
        @FunctionalInterface
        interface Runner {
            int run(
                    RunRequest asked,
                    Composition composition,
                    Path wanted,
                    SystemProcesses processes);
        }
    }

    int run(RunRequest asked, Request request) {
        var sweeps = new Sweeps(composer);
        Composition master = sweeps.master(request);
        if (asked.dryRun()) {
            return dryRun(asked, sweeps.plan(master), master);
        }
        if (asked.resume().isEmpty() && ClusterFiles.isSubmitted(Sweeps.directory(master))) {
            throw new Problem(
                            "there is a sweep in this directory already",
                            Sweeps.directory(master).toString(),
                            "llmprof sweep wait DIR, llmprof sweep resubmit DIR, or another"
                                    + " hydra.sweep.dir")
                    .found();
        }
        List<JobResult> results =
                sweeps.run(master, launchers, new RunJob(asked, master), console.err());
        results.forEach(this::print);
        report(Sweeps.directory(master));
        return results.stream()
                .mapToInt(result ->
                        result.failure().isPresent() ? ExitCode.STAGE_FAILED : result.exitCode())
                .max()
                .orElse(ExitCode.OK);
    }

    private static void record(RunRequest asked, List<PlannedJob> jobs, Path directory) {
        List<SweepRecord.Planned> planned = planned(jobs, directory);
        asked.resume()
                .ifPresentOrElse(
                        began -> SweepRecord.read(began).checkSame(planned, began),
                        () ->
                                new SweepRecord(
                                                asked.words(),
                                                Path.of("").toAbsolutePath().toString(),
                                                planned)
                                        .write(directory));
    }

    private static List<SweepRecord.Planned> planned(List<PlannedJob> jobs, Path directory) {
        return jobs.stream()
                .map(job ->
                        new SweepRecord.Planned(
                                directory.relativize(job.directory()).toString(),
                                Secrets.hideWords(job.overrides())))
                .toList();
    }

    private static void checkNames(List<PlannedJob> jobs) {
        for (PlannedJob job : jobs) {
            Secrets.learn(job.overrides());
            HiddenTree.learn(job.composition().job());
            FolderNames.check(job.directory(), "hydra.sweep.subdir='${hydra.job.num}'");
        }
    }

    /// What is wrong with a page does not undo the jobs.
    private void report(Path directory) {
        try {
            SweepReports.write(directory, List.of(), console);
        } catch (Problem.Found found) {
            console.show(found.problems());
        }
    }

    private int dryRun(RunRequest asked, List<PlannedJob> jobs, Composition master) {
        Launcher launcher = launchers.of(master, (_, _) -> ExitCode.OK);
        checkNames(jobs);
        var job = new RunJob(asked, master);
        List<PlannedJob> shown = jobs;
        if (launcher.isElsewhere()) {
            // What differs between them are the overrides, and there may be thousands.
            job.check(jobs);
            shown = jobs.subList(0, Math.min(1, jobs.size()));
        }
        int code = shown.stream().mapToInt(each -> run(asked, each)).max().orElse(ExitCode.OK);
        if (shown.size() < jobs.size()) {
            console.out()
                    .println(
                            "# and "
                                    + ShownText.counted(
                                            jobs.size() - shown.size(), "more job", "more jobs")
                                    + " like it");
        }
        launcher.plan(Sweeps.commands(jobs, job), console.out());
        return code;
    }

    /// One of the sweep's runs.
    private final class RunJob implements Job {
        private final RunRequest asked;
        private final Composition master;

        private RunJob(RunRequest asked, Composition master) {
            this.asked = asked;
            this.master = master;
        }

        @Override
        public void begin(List<PlannedJob> jobs, boolean elsewhere) {
            if (elsewhere) {
                check(jobs);
            }
            checkNames(jobs);
            record(asked, jobs, Sweeps.directory(master));
        }

        /// All mistakes of all jobs, each once.
        private void check(List<PlannedJob> jobs) {
            Set<Problem> problems = new LinkedHashSet<>();
            for (PlannedJob job : jobs) {
                try {
                    one.check().accept(finished(asked, job));
                } catch (Problem.Found found) {
                    problems.addAll(found.problems());
                }
            }
            if (!problems.isEmpty()) {
                throw new Problem.Found(List.copyOf(problems));
            }
        }

        @Override
        public int run(PlannedJob job, PrintStream out) {
            return SweepRuns.this.run(asked, job);
        }

        @Override
        public List<String> argv(PlannedJob job) {
            return JobWords.of(asked, job);
        }
    }

    private int run(RunRequest asked, PlannedJob job) {
        if (processes.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        if (asked.dryRun()) {
            console.out()
                    .println(
                            "# job "
                                    + job.number().orElse(0)
                                    + ": "
                                    + String.join(" ", job.overrides()));
        }
        Optional<Manifest> begun = begun(asked, job.directory());
        if (begun.filter(each -> each.outcome().usable()).isPresent()) {
            console.say("  " + PlanPage.shown(job.directory()) + "  done before");
            return ExitCode.OK;
        }
        Composition composition = finished(asked, job);
        var own =
                new RunRequest(
                        job.overrides(),
                        asked.program(),
                        asked.source(),
                        begun.map(_ -> job.directory()),
                        asked.dryRun(),
                        true,
                        asked.strict());
        return one.runner().run(own, composition, job.directory(), processes);
    }

    private Composition finished(RunRequest asked, PlannedJob job) {
        return Configurations.finished(composer, job.composition(), stages, asked.program());
    }

    /// What a sweep that goes on has of a job.
    private static Optional<Manifest> begun(RunRequest asked, Path job) {
        return asked.resume().isPresent() && Files.isRegularFile(job.resolve(ManifestFile.NAME))
                ? Optional.of(ManifestFile.read(job))
                : Optional.empty();
    }

    private void print(JobResult result) {
        Optional<Problem.Found> found =
                result.failure()
                        .filter(Problem.Found.class::isInstance)
                        .map(Problem.Found.class::cast);
        String how =
                result.failure()
                        .map(failure ->
                                found.isPresent() ? "failed" : "failed: " + failure.getMessage())
                        .or(result::remark)
                        .orElseGet(() -> "exit " + result.exitCode());
        console.say(
                "  "
                        + PlanPage.shown(result.job().directory())
                        + "  "
                        + how
                        + "  "
                        + String.join(" ", result.job().overrides()));
        found.ifPresent(each -> console.show(each.problems()));
    }
}
