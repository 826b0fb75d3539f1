package dev.llmprof.run;

import dev.llmprof.analysis.workload.StageAggregates;
import dev.llmprof.cli.Console;
import dev.llmprof.cli.ExitCode;
import dev.llmprof.cli.InferProgress;
import dev.llmprof.cli.RunCommand.Asked;
import dev.llmprof.config.Composer;
import dev.llmprof.config.Composition;
import dev.llmprof.config.OldKeys;
import dev.llmprof.config.bind.Binder;
import dev.llmprof.pipeline.RunDirectory;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.InterruptSignals;
import dev.llmprof.process.Processes.Limits;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.run.engine.DeviceChoices;
import dev.llmprof.run.settings.EngineBinding;
import dev.llmprof.run.settings.RunKeys;
import dev.llmprof.run.workload.WorkloadParts;
import dev.llmprof.stage.workload.EngineSettings;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.stage.workload.Workload.Purpose;
import dev.llmprof.stage.workload.WorkloadFailure;
import dev.llmprof.stage.workload.Workloads;
import dev.llmprof.trace.WorkloadResults;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// `llmprof infer`: composes, writes the engine's settings and starts it, as `run` does.
public final class Infers {
    private static final Duration LONGEST = Duration.ofDays(30);

    private final Console console;
    private final Map<String, String> environment;

    public Infers(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = Map.copyOf(environment);
    }

    public int infer(Asked asked) {
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
                                        ZonedDateTime.now(ZoneId.systemDefault()))),
                        List.of());
        var binder = new Binder(composition);
        RunKeys run =
                binder.read("run", RunKeys.class)
                        .orElseGet(() -> new RunKeys(RunKeys.Mode.DEEP, 1, Optional.empty()));
        WorkloadParts.Placed placed =
                WorkloadParts.of(binder, run, environment, DeviceChoices.here(environment));
        Workload workload = placed.workload();
        boolean profiled = EngineBinding.profiles(binder);
        if (binder.problems().isEmpty() && !(workload instanceof Workload.Builtin)) {
            binder.add(
                    new Problem(
                            "infer runs the built-in workload only",
                            binder.at("workload.kind"),
                            "workload=builtin   or   llmprof run"));
        }
        binder.check();
        placed.device()
                .remark()
                .ifPresent(text -> console.say(placed.device().device() + ": " + text));
        return start(
                workload,
                profiled ? Purpose.TORCH : Purpose.PLAIN,
                RunDirectory.create(Runs.wanted(composition)));
    }

    private int start(Workload workload, Purpose purpose, Path directory) {
        var processes = new SystemProcesses(environment);
        InterruptSignals.call(processes::interrupt);
        Workloads.prepare(workload, purpose, directory);
        Command command = Workloads.command(workload, purpose, directory);
        Path log = purpose.scratchIn(directory).resolve("infer.log");
        var progress = new InferProgress(console, log, System::nanoTime);
        progress.start();
        Ended ended = processes.run(command, log, Limits.of(LONGEST).heardBy(progress::hear));
        progress.end();
        Path results = purpose.scratchIn(directory).resolve(EngineSettings.RESULTS);
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
    }
}
