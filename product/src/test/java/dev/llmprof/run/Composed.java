package dev.llmprof.run;

import dev.llmprof.app.Wiring;
import dev.llmprof.config.Composer;
import dev.llmprof.config.Composition;
import dev.llmprof.config.bind.Binder;
import dev.llmprof.pipeline.Stage;
import dev.llmprof.pipeline.Step;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.run.RunRequest.Source;
import dev.llmprof.run.engine.DeviceChoices;
import dev.llmprof.run.settings.RunKeys;
import dev.llmprof.run.stage.Parts;
import dev.llmprof.run.workload.WorkloadParts;
import dev.llmprof.stage.workload.Workload;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;

/// The shipped tree, composed and bound as `run` does it; nothing is started.
public record Composed(
        Composition composition, Binder binder, Workload workload, List<Step> steps) {
    private static final Path RUN = Path.of("/runs/1");
    // No tool is found here, so that a plan shows all that is asked for.
    private static final Map<String, String> NO_TOOLS = Map.of("PATH", "/nowhere");

    public static Composed of(String... overrides) {
        return with(List.of("./infer"), overrides);
    }

    public static Composed with(List<String> program, String... overrides) {
        var composer = new Composer();
        var request =
                Configurations.request(
                        Source.SHIPPED,
                        OldNames.keys().apply(List.of(overrides)).overrides(),
                        Map.of(),
                        () -> ZonedDateTime.of(2026, 11, 15, 14, 22, 33, 0, ZoneOffset.UTC));
        Composition composition =
                Configurations.finished(
                        composer, composer.compose(request), Wiring.stages(), program);
        var binder = new Binder(composition);
        RunKeys run = binder.read("run", RunKeys.class).orElseThrow();
        Workload workload =
                WorkloadParts.of(binder, run, Map.of(), DeviceChoices.here(NO_TOOLS)).workload();
        var parts =
                new Parts(
                        binder,
                        workload,
                        run.topKernels(),
                        new SystemProcesses(NO_TOOLS),
                        NO_TOOLS);
        List<Step> steps =
                Wiring.stages().stream().flatMap(maker -> maker.step(parts).stream()).toList();
        return new Composed(composition, binder, workload, steps);
    }

    public List<Problem> problems() {
        return binder.problems();
    }

    List<String> enabled() {
        return steps.stream().filter(Step::enabled).map(s -> s.stage().name()).toList();
    }

    /// The command line a stage would start first.
    List<String> argv(String stage) {
        return plan(stage).getFirst().argv();
    }

    List<Command> plan(String stage) {
        Stage found =
                steps.stream()
                        .map(Step::stage)
                        .filter(each -> each.name().equals(stage))
                        .findFirst()
                        .orElseThrow();
        var workspace =
                new Workspace(
                        RUN,
                        RUN.resolve(stage),
                        new SystemProcesses(NO_TOOLS),
                        InstantSource.system(),
                        List.of());
        return found.plan(workspace);
    }
}
