package dev.llmprof.stage.torch;

import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Probe;
import dev.llmprof.pipeline.Stage;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import dev.llmprof.stage.StageFiles;
import dev.llmprof.stage.workload.EnginePresence;
import dev.llmprof.stage.workload.HookResults;
import dev.llmprof.stage.workload.HookSummary;
import dev.llmprof.stage.workload.PythonHook;
import dev.llmprof.stage.workload.RankFiles;
import dev.llmprof.stage.workload.TorchProfilerSettings;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.stage.workload.Workload.Purpose;
import dev.llmprof.stage.workload.WorkloadFailure;
import dev.llmprof.stage.workload.Workloads;
import dev.llmprof.workload.ResultKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Runs the workload under the PyTorch profiler: the engine's own, or a hook in a Python program.
public record TorchProfilerStage(
        TorchProfilerSettings settings,
        Workload workload,
        TorchReports reports,
        Map<String, String> environment)
        implements Stage {
    private static final String NOTHING_RAN =
            "torch was imported, and no operator ran while the window was open";
    private static final String WIDER =
            "give the window more of the program: capture.delay=null capture.duration=null; `llmprof"
                    + " run --dry-run` says what is recorded";
    private static final String IN_SIGHT =
            "start Python without -I, -E and -S, and keep it in the foreground: what a program"
                    + " leaves running is ended with it; or pipeline.torch_profiler.enable=false"
                    + " for programs without PyTorch";

    private static final Pattern PYTHON = Pattern.compile("(^|/)(python|torchrun)|\\.pyz?\\b");

    public TorchProfilerStage {
        environment = Map.copyOf(environment);
    }

    @Override
    public String name() {
        return "torch_profiler";
    }

    @Override
    public Probe probe() {
        return EnginePresence.of(workload);
    }

    @Override
    public List<Command> plan(Workspace workspace) {
        return List.of(command(workspace));
    }

    @Override
    public List<String> leaves() {
        return List.of(
                "cmd.txt",
                "tool.log",
                "trace.json.gz",
                "metrics.json",
                "report.md",
                "operators.md");
    }

    @Override
    public List<String> remarks() {
        String window = settings.window().words();
        return List.of(
                hooked()
                        ? window
                        : window + "; before it " + settings.warmupRounds() + " short rounds");
    }

    @Override
    public Outcome run(Workspace workspace) {
        Workloads.prepare(workload, Purpose.TORCH, workspace.runDirectory());
        if (hooked()) {
            PythonHook.prepare(scratch(workspace), settings, workload.surroundings().launch());
        }
        Command command = command(workspace);
        StageFiles.writeCommand(workspace.directory().resolve("cmd.txt"), command);
        Path log = workspace.directory().resolve("tool.log");
        Ended ended =
                workspace
                        .processes()
                        .run(
                                command,
                                log,
                                Processes.Limits.of(settings.timeout())
                                        .busyIn(PythonHook.traces(scratch(workspace))));
        if (hooked()) {
            HookHarvest.collect(scratch(workspace), workspace.directory());
            writeResults(workspace);
        }
        return outcome(workspace, ended, log);
    }

    /// Requests that a server serves at the same time cannot be told apart by its forwards.
    private void writeResults(Workspace workspace) {
        if (workload instanceof Workload.Server) {
            HookResults.writeModel(scratch(workspace));
        } else {
            HookResults.write(scratch(workspace));
        }
    }

    private Outcome outcome(Workspace workspace, Ended ended, Path log) {
        List<Path> traces = StageFiles.named(workspace.directory(), "trace", ".json.gz");
        List<Problem> problems = new ArrayList<>();
        if (traces.isEmpty() || !settings.window().ended(ended)) {
            problems.addAll(endedBadly(ended, log));
        }
        problems.addAll(HookHarvest.notes(scratch(workspace)));
        if (traces.isEmpty()) {
            return withoutTrace(workspace, problems, log);
        }
        List<Artifact> artifacts = new ArrayList<>();
        traces.forEach(trace -> artifacts.add(new Artifact("torch.trace", trace)));
        if (hooked()) {
            RankFiles.write(scratch(workspace), workspace.directory(), traces)
                    .ifPresent(artifacts::add);
        }
        Optional<Path> results =
                Optional.of(scratch(workspace).resolve(ResultKeys.FILE_NAME))
                        .filter(Files::isRegularFile);
        results.ifPresent(file -> artifacts.add(new Artifact("workload.results", file)));
        artifacts.addAll(reports.write(workspace.directory(), traces, results));
        return problems.isEmpty()
                ? new Outcome.Done(artifacts)
                : new Outcome.Degraded(artifacts, problems);
    }

    private Outcome withoutTrace(Workspace workspace, List<Problem> problems, Path log) {
        if (!problems.isEmpty()) {
            return new Outcome.Failed(problems.getFirst(), List.of());
        }
        boolean imported = !HookSummary.in(scratch(workspace)).isEmpty();
        String why = imported ? NOTHING_RAN : "no process of the command imported torch";
        return namesPython()
                ? new Outcome.Failed(
                        new Problem(
                                "no trace: " + why, log.toString(), imported ? WIDER : IN_SIGHT),
                        List.of())
                : new Outcome.Skipped(why);
    }

    private List<Problem> endedBadly(Ended ended, Path log) {
        return ended instanceof Ended.Exited(int code, _) && code == 0
                ? List.of()
                : List.of(
                        WorkloadFailure.of(
                                workload, ended, log, "pipeline.torch_profiler.timeout"));
    }

    private Command command(Workspace workspace) {
        Command plain = Workloads.command(workload, Purpose.TORCH, workspace.runDirectory());
        return hooked() ? PythonHook.around(plain, scratch(workspace), environment) : plain;
    }

    /// Of a program that is no Python nobody expects a trace.
    private boolean namesPython() {
        return !(workload instanceof Workload.Command command)
                || command.argv().stream().anyMatch(word -> PYTHON.matcher(word).find());
    }

    private boolean hooked() {
        return switch (workload) {
            case Workload.Builtin _ -> false;
            case Workload.Server server -> server.hooked();
            case Workload.Command _, Workload.PythonModule _ -> true;
        };
    }

    private static Path scratch(Workspace workspace) {
        return Purpose.TORCH.scratchIn(workspace.runDirectory());
    }
}
