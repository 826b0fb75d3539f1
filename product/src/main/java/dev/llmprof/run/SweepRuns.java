package dev.llmprof.run;

import dev.llmprof.cli.Console;
import dev.llmprof.cli.ExitCode;
import dev.llmprof.cli.PlanPage;
import dev.llmprof.cli.RunCommand.Asked;
import dev.llmprof.config.Composer;
import dev.llmprof.config.Composition;
import dev.llmprof.config.source.Request;
import dev.llmprof.config.sweep.Job;
import dev.llmprof.config.sweep.JobResult;
import dev.llmprof.config.sweep.LauncherDefinition;
import dev.llmprof.config.sweep.Launchers;
import dev.llmprof.config.sweep.PlannedJob;
import dev.llmprof.config.sweep.Sweeps;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.SystemProcesses;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/// `run -m`: one run for each combination, and a line about each at the end.
final class SweepRuns {
    private final Composer composer;
    private final Console console;
    private final SystemProcesses processes;
    private final Launchers launchers;
    private final One one;

    SweepRuns(
            Composer composer,
            Console console,
            SystemProcesses processes,
            List<LauncherDefinition> launchers,
            One one) {
        this.composer = composer;
        this.console = console;
        this.processes = processes;
        this.launchers = new Launchers(launchers);
        this.one = one;
    }

    /// A single run, to its exit code.
    @FunctionalInterface
    interface One {
        int run(Asked asked, Composition composition, Path wanted, SystemProcesses processes);
    }

    int run(Asked asked, Request request) {
        var sweeps = new Sweeps(composer);
        Composition master = sweeps.master(request);
        if (asked.dryRun()) {
            return sweeps.plan(master).stream()
                    .mapToInt(job -> run(asked, job))
                    .max()
                    .orElse(ExitCode.OK);
        }
        List<JobResult> results = sweeps.run(master, launchers, new RunJob(asked), console.err());
        results.forEach(this::print);
        return results.stream()
                .mapToInt(result ->
                        result.failure().isPresent() ? ExitCode.STAGE_FAILED : result.exitCode())
                .max()
                .orElse(ExitCode.OK);
    }

    /// One of the sweep's runs.
    private final class RunJob implements Job {
        private final Asked asked;

        private RunJob(Asked asked) {
            this.asked = asked;
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

    private int run(Asked asked, PlannedJob job) {
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
        Composition composition =
                Configurations.finished(composer, job.composition(), asked.program());
        var own =
                new Asked(
                        job.overrides(),
                        asked.program(),
                        asked.source(),
                        asked.resume(),
                        asked.dryRun(),
                        true,
                        asked.strict());
        return one.run(own, composition, job.directory(), processes);
    }

    private void print(JobResult result) {
        String how =
                result.failure()
                        .map(failure -> "failed: " + failure.getMessage())
                        .orElseGet(() -> "exit " + result.exitCode());
        console.say(
                "  "
                        + PlanPage.shown(result.job().directory())
                        + "  "
                        + how
                        + "  "
                        + String.join(" ", result.job().overrides()));
        result.failure()
                .filter(Problem.Found.class::isInstance)
                .map(Problem.Found.class::cast)
                .ifPresent(found -> console.show(found.problems()));
    }
}
