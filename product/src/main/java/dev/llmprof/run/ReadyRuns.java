package dev.llmprof.run;

import dev.llmprof.config.Composition;
import dev.llmprof.config.bind.Binder;
import dev.llmprof.config.node.HiddenTree;
import dev.llmprof.console.Console;
import dev.llmprof.pipeline.Step;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.run.engine.DeviceChoices;
import dev.llmprof.run.settings.RunKeys;
import dev.llmprof.run.stage.Parts;
import dev.llmprof.run.stage.StageDefinition;
import dev.llmprof.run.workload.WorkloadParts;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Binds all of a run's keys; every mistake in them is told at once.
final class ReadyRuns {
    private final Console console;
    private final Map<String, String> environment;
    private final List<StageDefinition> stages;
    private final DeviceChoices devices;

    private ReadyRuns(
            Console console,
            Map<String, String> environment,
            List<StageDefinition> stages,
            DeviceChoices devices) {
        this.console = console;
        this.environment = Map.copyOf(environment);
        this.stages = List.copyOf(stages);
        this.devices = devices;
    }

    static ReadyRuns here(
            Console console, Map<String, String> environment, List<StageDefinition> stages) {
        return new ReadyRuns(console, environment, stages, DeviceChoices.here(environment));
    }

    ReadyRun of(Composition composition, SystemProcesses processes) {
        composition.warnings().forEach(warning -> console.warn(new Problem(warning, "", "")));
        ReadyRun ready = bound(composition, processes, devices);
        if (ready.steps().stream().noneMatch(Step::enabled)) {
            console.warn(new Problem("no stage is on", "pipeline", "pipeline.nsys.enable=true"));
        }
        return ready;
    }

    /// For a run that starts on another machine, whose GPUs nobody knows here.
    void check(Composition composition, SystemProcesses processes) {
        HiddenTree.learn(composition.job());
        bound(composition, processes, devices.elsewhere());
    }

    private ReadyRun bound(
            Composition composition, SystemProcesses processes, DeviceChoices choices) {
        var binder = new Binder(composition, OldNames::advice);
        RootKeys.check(composition, binder);
        RunKeys run =
                binder.read("run", RunKeys.class)
                        .orElseGet(() -> new RunKeys(RunKeys.Mode.DEEP, 1, Optional.empty()));
        WorkloadParts.Placed placed = WorkloadParts.of(binder, run, environment, choices);
        var parts = new Parts(binder, placed.workload(), run.topKernels(), processes, environment);
        List<Step> steps = stages.stream().flatMap(stage -> stage.step(parts).stream()).toList();
        if (steps.size() == stages.size()) {
            StageNames.check(binder, steps);
        }
        binder.check();
        return new ReadyRun(composition, binder, placed, steps);
    }
}
