package dev.llmprof.run.stage;

import dev.llmprof.host.HostTool;
import dev.llmprof.host.check.HostCheck;
import dev.llmprof.pipeline.Stage;
import dev.llmprof.pipeline.Step;
import dev.llmprof.run.settings.StageKeys;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/// All that the rest of the program knows of a stage before a run: its key under `pipeline`, the
/// group of its presets, the tools it starts, what the doctor looks at for it, the kinds of its
/// artifacts that are captures, what `run.mode=light` changes of it, and how it is made. One that
/// is a [dev.llmprof.pipeline.BesideStage] runs beside the others.
public record StageDefinition(
        String name,
        Optional<String> presets,
        List<HostTool> tools,
        List<HostCheck> checks,
        Set<String> captures,
        List<String> light,
        Function<Parts, Optional<Step>> maker) {

    public StageDefinition {
        tools = List.copyOf(tools);
        checks = List.copyOf(checks);
        captures = Set.copyOf(captures);
        light = List.copyOf(light);
    }

    /// Makes a stage of its settings; empty where they have problems, which are in the binder.
    @FunctionalInterface
    public interface Recipe<K> {
        Optional<Stage> stage(K settings, Parts parts);
    }

    public static <K extends Record & StageKeys> StageDefinition of(
            String name, Class<K> settings, Recipe<K> recipe) {
        return new StageDefinition(
                name,
                Optional.empty(),
                List.of(),
                List.of(),
                Set.of(),
                List.of(),
                parts ->
                        parts.binder()
                                .read("pipeline." + name, settings)
                                .flatMap(keys ->
                                        recipe.stage(keys, parts)
                                                .map(stage -> step(stage, keys.enable()))));
    }

    /// The group of the configuration tree with its presets, as `profiling/nsys`.
    public StageDefinition withPresets(String group) {
        return new StageDefinition(name, Optional.of(group), tools, checks, captures, light, maker);
    }

    public StageDefinition withTools(HostTool... needed) {
        return new StageDefinition(name, presets, List.of(needed), checks, captures, light, maker);
    }

    public StageDefinition withChecks(HostCheck... looked) {
        return new StageDefinition(name, presets, tools, List.of(looked), captures, light, maker);
    }

    /// The kinds of its artifacts that the reports of a run read.
    public StageDefinition withCaptures(String... kinds) {
        return new StageDefinition(name, presets, tools, checks, Set.of(kinds), light, maker);
    }

    /// The overrides that `run.mode=light` puts before the user's own.
    public StageDefinition withLight(String... overrides) {
        return new StageDefinition(
                name, presets, tools, checks, captures, List.of(overrides), maker);
    }

    /// On as well where something else asks for it; `how` is what to type for that.
    public StageDefinition alsoOn(Predicate<Parts> asked, String how) {
        return new StageDefinition(
                name,
                presets,
                tools,
                checks,
                captures,
                light,
                parts ->
                        maker.apply(parts)
                                .map(step ->
                                        asked.test(parts) ? Step.on(step.stage()) : step.or(how)));
    }

    /// Empty where its keys have problems.
    public Optional<Step> step(Parts parts) {
        return maker.apply(parts);
    }

    private static Step step(Stage stage, boolean enabled) {
        return enabled
                ? Step.on(stage)
                : Step.off(stage, "off: pipeline." + stage.name() + ".enable=true");
    }
}
