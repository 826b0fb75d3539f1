package dev.llmprof.app.run;

import dev.llmprof.cli.Console;
import dev.llmprof.cli.ExitCode;
import dev.llmprof.cli.PlanPage;
import dev.llmprof.cli.RunCommand.Asked;
import dev.llmprof.cli.RunProgress;
import dev.llmprof.cli.Version;
import dev.llmprof.config.Composition;
import dev.llmprof.config.bind.Binder;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.pipeline.Orchestrator;
import dev.llmprof.pipeline.RunDirectory;
import dev.llmprof.pipeline.Step;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.InterruptSignals;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.stage.Workload;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `llmprof run`, from words to a run directory and an exit code.
public final class Runs {
    private final Console console;
    private final Map<String, String> environment;
    private final List<Parts.Maker> stages;
    private final List<AfterRun> afterRun;

    public Runs(
            Console console,
            Map<String, String> environment,
            List<Parts.Maker> stages,
            List<AfterRun> afterRun) {
        this.console = console;
        this.environment = Map.copyOf(environment);
        this.stages = List.copyOf(stages);
        this.afterRun = List.copyOf(afterRun);
    }

    /// A composed run: all that is needed to start it, and nothing started.
    private record Composed(
            Composition composition, Workload workload, List<Step> steps, Path wanted) {}

    public int run(Asked typed) {
        Asked asked = typed.resume().map(each -> Resumed.asked(typed, each)).orElse(typed);
        var processes = new SystemProcesses(environment);
        OldKeys.Translated words = OldKeys.translate(asked.overrides());
        words.remarks().forEach(console::warn);
        Composed composed = compose(asked, words.words(), processes);
        if (asked.dryRun()) {
            Path directory = asked.resume().orElseGet(() -> RunDirectory.free(composed.wanted()));
            PlanPage.print(console, composed.steps(), directory, processes);
            return ExitCode.OK;
        }
        InterruptSignals.call(processes::interrupt);
        Optional<Manifest> earlier = asked.resume().map(ManifestFile::read);
        Path directory =
                asked.resume()
                        .map(path -> path.toAbsolutePath().normalize())
                        .orElseGet(() -> RunDirectory.create(composed.wanted()));
        Provenance.write(
                directory,
                composed.composition(),
                words.words(),
                composed.workload(),
                Version.current().number(),
                new Machine(processes, environment));
        return run(asked, composed, directory, earlier, processes);
    }

    private int run(
            Asked asked,
            Composed composed,
            Path directory,
            Optional<Manifest> earlier,
            SystemProcesses processes) {
        console.say("llmprof " + Version.current().number() + " · " + PlanPage.shown(directory));
        Manifest manifest =
                Orchestrator.run(
                        composed.steps(),
                        directory,
                        new Orchestrator.Request(Version.current().number(), asked.words()),
                        earlier,
                        new Orchestrator.Means(
                                processes,
                                InstantSource.system(),
                                new RunProgress(console),
                                processes::interrupted));
        for (AfterRun each : afterRun) {
            try {
                each.apply(directory, manifest, console);
            } catch (Problem.Found found) {
                found.problems().forEach(console::warn);
            }
        }
        console.out().println(directory);
        return exitCode(manifest, asked.strict());
    }

    private Composed compose(Asked asked, List<String> overrides, SystemProcesses processes) {
        Composition composition =
                Configurations.compose(
                        asked.source(),
                        overrides,
                        asked.program(),
                        environment,
                        ZonedDateTime.now(ZoneId.systemDefault()));
        composition.warnings().forEach(warning -> console.warn(new Problem(warning, "", "")));
        var binder = new Binder(composition);
        RunKeys run =
                binder.read("run", RunKeys.class)
                        .orElseGet(() -> new RunKeys(RunKeys.Mode.DEEP, 1, Optional.empty()));
        Workload workload = WorkloadParts.of(binder, run, environment);
        var parts = new Parts(binder, workload, run.topKernels(), processes, environment);
        List<Step> steps = stages.stream().flatMap(maker -> maker.step(parts).stream()).toList();
        binder.check();
        return new Composed(composition, workload, steps, wanted(composition));
    }

    private static Path wanted(Composition composition) {
        Node directory =
                composition
                        .hydraValue("run.dir")
                        .orElseThrow(() -> new IllegalStateException("hydra.run.dir is not set"));
        return Path.of(PythonText.str(directory));
    }

    private static int exitCode(Manifest manifest, boolean strict) {
        return switch (manifest.outcome()) {
            case DONE, SKIPPED -> ExitCode.OK;
            case DEGRADED -> strict ? ExitCode.STAGE_FAILED : ExitCode.OK;
            case INTERRUPTED -> ExitCode.INTERRUPTED;
            case FAILED, PENDING, RUNNING -> ExitCode.STAGE_FAILED;
        };
    }
}
