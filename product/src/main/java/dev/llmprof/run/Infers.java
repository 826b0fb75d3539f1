package dev.llmprof.run;

import dev.llmprof.analysis.workload.StageAggregates;
import dev.llmprof.config.Composer;
import dev.llmprof.config.Composition;
import dev.llmprof.config.OldKeys;
import dev.llmprof.config.bind.Binder;
import dev.llmprof.config.source.Request;
import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.host.HostTool;
import dev.llmprof.pipeline.RunDirectory;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.InterruptSignals;
import dev.llmprof.process.Processes.Limits;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.run.engine.DeviceChoices;
import dev.llmprof.run.record.RunEnvironment;
import dev.llmprof.run.settings.EngineBinding;
import dev.llmprof.run.settings.RunKeys;
import dev.llmprof.run.stage.StageDefinition;
import dev.llmprof.run.workload.WorkloadParts;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.stage.workload.Workload.Purpose;
import dev.llmprof.stage.workload.WorkloadFailure;
import dev.llmprof.stage.workload.Workloads;
import dev.llmprof.trace.WorkloadResults;
import dev.llmprof.workload.ResultKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// `llmprof infer`: composes, writes the engine's settings and starts it, as `run` does.
public final class Infers {
    private static final Duration LONGEST = Duration.ofDays(30);

    private final Console console;
    private final Map<String, String> environment;
    private final List<StageDefinition> stages;

    public Infers(Console console, Map<String, String> environment, List<StageDefinition> stages) {
        this.console = console;
        this.environment = Map.copyOf(environment);
        this.stages = List.copyOf(stages);
    }

    public int infer(RunRequest asked) {
        OldKeys.Renamed words = OldNames.keys().apply(asked.overrides());
        words.warnings().forEach(console::warn);
        var composer = new Composer();
        Composition composition =
                Configurations.finished(
                        composer,
                        composer.compose(
                                Configurations.request(
                                        asked.source(),
                                        words.overrides(),
                                        environment,
                                        Request.localTime())),
                        stages,
                        List.of());
        var binder = new Binder(composition, OldNames::advice);
        RootKeys.check(composition, binder);
        RunKeys run =
                binder.read("run", RunKeys.class)
                        .orElseGet(() -> new RunKeys(RunKeys.Mode.DEEP, 1, Optional.empty()));
        WorkloadParts.Placed placed =
                WorkloadParts.of(binder, run, environment, DeviceChoices.here(environment));
        Workload workload = placed.workload();
        boolean profiled = EngineBinding.profiles(binder);
        checkBuiltin(binder, workload);
        binder.check();
        placed.device()
                .remark()
                .ifPresent(text -> console.say(placed.device().device() + ": " + text));
        var processes = new SystemProcesses(environment);
        Path directory = RunDirectory.create(Runs.wanted(composition));
        var record = new InferRecord(directory, asked, InstantSource.system());
        record.start(composition, workload, new RunEnvironment(processes, environment, tools()));
        return start(
                workload, profiled ? Purpose.TORCH : Purpose.PLAIN, directory, record, processes);
    }

    private static void checkBuiltin(Binder binder, Workload workload) {
        if (binder.problems().isEmpty() && !(workload instanceof Workload.Builtin)) {
            binder.add(
                    new Problem(
                            "infer runs the built-in workload only",
                            binder.at("workload.kind"),
                            "workload=builtin   or   llmprof run"));
        }
    }

    private List<HostTool> tools() {
        return stages.stream().flatMap(stage -> stage.tools().stream()).toList();
    }

    private int start(
            Workload workload,
            Purpose purpose,
            Path directory,
            InferRecord record,
            SystemProcesses processes) {
        InterruptSignals.call(processes::interrupt);
        Workloads.prepare(workload, purpose, directory);
        Command command = Workloads.command(workload, purpose, directory);
        Path log = purpose.scratchIn(directory).resolve("infer.log");
        var progress = new InferProgress(console, log, System::nanoTime);
        progress.start();
        Ended ended = processes.run(command, log, Limits.of(LONGEST).heardBy(progress::hear));
        progress.end();
        record.end(command, ended, log);
        Path results = purpose.scratchIn(directory).resolve(ResultKeys.FILE_NAME);
        if (Files.isRegularFile(results)) {
            summary(WorkloadResults.read(results));
        }
        return switch (ended) {
            case Ended.Exited(int code, _) when code == 0 -> ended(directory, ExitCode.OK);
            case Ended.Interrupted _ -> ended(directory, ExitCode.INTERRUPTED);
            case Ended.Exited _, Ended.Signalled _, Ended.TimedOut _, Ended.NotStarted _ ->
                    failed(workload, ended, log);
        };
    }

    /// Also after an interrupt: what there is, is there.
    private int ended(Path directory, int exitCode) {
        console.out().println(directory);
        return exitCode;
    }

    private int failed(Workload workload, Ended ended, Path log) {
        console.show(List.of(WorkloadFailure.of(workload, ended, log, "")));
        return ended instanceof Ended.Exited(int code, _) && code == ExitCode.WRONG_INPUT
                ? ExitCode.WRONG_INPUT
                : ExitCode.STAGE_FAILED;
    }

    private void summary(WorkloadResults results) {
        StageAggregates all = StageAggregates.of(results);
        console.say(
                String.format(
                        Locale.ROOT,
                        "%d items%s: prefill %.1f ms, decode %.1f ms, %.1f tokens/s on average",
                        results.items().size(),
                        results.interrupted() ? " (interrupted)" : "",
                        all.prefillMillis().mean(),
                        all.decodeMillis().mean(),
                        all.tokensPerSecond().mean()));
        results.notes().forEach(note -> console.say("note: " + note));
    }
}
