package dev.llmprof.cli;

import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.run.PlanPage;
import dev.llmprof.run.RunRequest;
import dev.llmprof.run.slurm.ClusterSweeps;
import dev.llmprof.run.slurm.SweepStatus;
import dev.llmprof.run.slurm.TaskState.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Sweeps on Slurm that somebody comes back to.
@Command(
        name = "sweep",
        header = "Come back to a sweep on Slurm: status, wait, cancel, resubmit.",
        description = {
            "SWEEP is the directory that llmprof run -m hydra/launcher=slurm named. What",
            "its jobs wrote there decides; the queue only says which still run. A",
            "controller that does not answer fails no job. A job that is gone from the",
            "queue and wrote no exit code is lost after 60 s; submit it again."
        },
        footer = {
            "",
            "Examples:",
            "  llmprof run -m hydra/launcher=slurm infer.max_new_tokens=64,256",
            "  llmprof sweep status tmp/runs/20261115-142233-sweep",
            "  llmprof sweep status tmp/runs/20261115-142233-sweep --json",
            "  llmprof sweep wait tmp/runs/20261115-142233-sweep",
            "  llmprof sweep cancel tmp/runs/20261115-142233-sweep",
            "  llmprof sweep resubmit tmp/runs/20261115-142233-sweep",
            ""
        })
public final class SweepCommand implements Runnable {
    private static final String JSON = "Print JSON.";

    private final Console console;
    private final ClusterSweeps sweeps;
    private final ToIntFunction<RunRequest> runs;

    @Spec private CommandSpec spec = CommandSpec.create();

    public SweepCommand(Console console, ClusterSweeps sweeps, ToIntFunction<RunRequest> runs) {
        this.console = console;
        this.sweeps = sweeps;
        this.runs = runs;
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "which one: sweep status SWEEP, sweep wait SWEEP, sweep cancel SWEEP or sweep"
                        + " resubmit SWEEP");
    }

    @Command(
            name = "status",
            description = "The state of each job. Exit code: 0 if it could be read.")
    int status(
            @Parameters(paramLabel = "SWEEP") Path sweep,
            @Option(names = "--json", description = JSON) boolean json) {
        print(sweeps.status(sweep), json);
        return ExitCode.OK;
    }

    @Command(
            name = "wait",
            description = {
                "Wait for all jobs.",
                "",
                "Exit code: that of the worst job, as run -m has it; 130 after Ctrl-C, which"
                        + " cancels nothing."
            })
    int await(
            @Parameters(paramLabel = "SWEEP") Path sweep,
            @Option(names = "--json", description = JSON) boolean json) {
        SweepStatus status = sweeps.await(sweep);
        print(status, json);
        boolean interrupted =
                status.tasks().stream()
                        .map(line -> line.state().kind())
                        .anyMatch(kind -> !kind.isOver() && kind != Kind.UNSUBMITTED);
        if (interrupted) {
            console.say("the jobs go on; llmprof sweep wait " + PlanPage.shown(sweep));
            return ExitCode.INTERRUPTED;
        }
        return status.isOver() ? status.exitCode() : ExitCode.STAGE_FAILED;
    }

    @Command(name = "cancel", description = "End the jobs that wait or run; what is done stays.")
    int cancel(
            @Parameters(paramLabel = "SWEEP") Path sweep,
            @Option(names = "--json", description = JSON) boolean json) {
        int cancelled = sweeps.cancel(sweep);
        if (json) {
            console.out().print(SweepTables.cancelled(cancelled));
        } else {
            console.out().println("cancelled " + cancelled + (cancelled == 1 ? " job" : " jobs"));
        }
        return ExitCode.OK;
    }

    @Command(
            name = "resubmit",
            description = {
                "Submit what failed, was lost or was never submitted.",
                "",
                "Then it waits for all, as llmprof run -m --resume SWEEP does."
            })
    int resubmit(
            @Parameters(paramLabel = "SWEEP") Path sweep,
            @Option(names = "--json", description = JSON) boolean json) {
        sweeps.status(sweep);
        int code =
                runs.applyAsInt(
                        new RunRequest(
                                List.of(),
                                List.of(),
                                new RunRequest.Source(
                                        Optional.empty(), Optional.empty(), Optional.empty()),
                                Optional.of(sweep),
                                false,
                                true,
                                false));
        if (json) {
            print(sweeps.status(sweep), true);
        }
        return code;
    }

    private void print(SweepStatus status, boolean json) {
        console.out()
                .print(
                        json
                                ? SweepTables.json(status)
                                : SweepTables.text(status, console.columns()));
    }
}
