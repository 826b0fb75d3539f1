package dev.llmprof.run.stage;

import dev.llmprof.host.HostTool;
import dev.llmprof.host.check.HostCheck;
import dev.llmprof.pipeline.Stage;
import dev.llmprof.pipeline.Step;
import dev.llmprof.run.settings.StageKeys;
import dev.llmprof.study.RequestClock;
import dev.llmprof.study.StudiedStage;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/// All that the rest of the program knows of a stage before a run and after it: its key under
/// `pipeline`, the group of its presets, the tools it starts, what the doctor looks at for it, what
/// a study finds of it, what it does beside its own keys, and how it is made. One that is a
/// [dev.llmprof.pipeline.BesideStage] runs beside the others.
public record StageDefinition(
        String name,
        Optional<String> presets,
        List<HostTool> tools,
        List<HostCheck> checks,
        StudiedStage studied,
        Habits habits,
        Function<Parts, Optional<Step>> maker) {

    public StageDefinition {
        tools = List.copyOf(tools);
        checks = List.copyOf(checks);
    }

    /// The overrides that `run.mode=light` puts before the user's own; what makes a resumed run do
    /// the stage again though its own keys are the same; the entry points of earlier versions that
    /// turn it on.
    public record Habits(
            List<String> light, Predicate<ChangedKeys> renewed, Set<String> oldEntries) {
        static final Habits NONE = new Habits(List.of(), _ -> false, Set.of());

        public Habits {
            light = List.copyOf(light);
            oldEntries = Set.copyOf(oldEntries);
        }
    }

    /// Makes a stage of its settings; empty where they have problems, which are in the binder.
    @FunctionalInterface
    public interface Recipe<K> {
        Optional<Stage> stage(K settings, Parts parts);
    }

    public static <K extends Record & StageKeys> StageDefinition of(
            String name, Class<K> settings, Recipe<K> recipe) {
        return of(
                name,
                parts ->
                        parts.binder()
                                .read("pipeline." + name, settings)
                                .flatMap(keys ->
                                        recipe.stage(keys, parts)
                                                .map(stage -> step(stage, keys.enable()))));
    }

    static StageDefinition of(String name, Function<Parts, Optional<Step>> maker) {
        return new StageDefinition(
                name,
                Optional.empty(),
                List.of(),
                List.of(),
                StudiedStage.of(name),
                Habits.NONE,
                maker);
    }

    /// The group of the configuration tree with its presets, as `profiling/nsys`.
    public StageDefinition withPresets(String group) {
        return new StageDefinition(name, Optional.of(group), tools, checks, studied, habits, maker);
    }

    public StageDefinition withTools(HostTool... needed) {
        return new StageDefinition(name, presets, List.of(needed), checks, studied, habits, maker);
    }

    public StageDefinition withChecks(HostCheck... looked) {
        return new StageDefinition(name, presets, tools, List.of(looked), studied, habits, maker);
    }

    /// The kinds of its artifacts that the reports of a run read, and that have no timeline.
    public StageDefinition withCaptures(String... kinds) {
        return with(studied.withCaptures(Set.of(kinds), false));
    }

    /// The same with a timeline.
    public StageDefinition withTraces(String... kinds) {
        return with(studied.withCaptures(Set.of(kinds), true));
    }

    /// Whose clock its requests go by.
    public StageDefinition withClock(RequestClock clock) {
        return with(studied.withClock(clock));
    }

    /// The kinds of artifacts that nobody wants to read where it is off.
    public StageDefinition withResults(String... kinds) {
        return with(studied.withResults(Set.of(kinds)));
    }

    private StageDefinition with(StudiedStage other) {
        return new StageDefinition(name, presets, tools, checks, other, habits, maker);
    }

    public StageDefinition withLight(String... overrides) {
        return with(new Habits(List.of(overrides), habits.renewed(), habits.oldEntries()));
    }

    public StageDefinition renewedBy(Predicate<ChangedKeys> changed) {
        return with(new Habits(habits.light(), changed, habits.oldEntries()));
    }

    public StageDefinition withOldEntries(String... entries) {
        return with(new Habits(habits.light(), habits.renewed(), Set.of(entries)));
    }

    private StageDefinition with(Habits other) {
        return new StageDefinition(name, presets, tools, checks, studied, other, maker);
    }

    /// On as well where something else asks for it; `how` is what to type for that.
    public StageDefinition alsoOn(Predicate<Parts> asked, String how) {
        return new StageDefinition(
                name,
                presets,
                tools,
                checks,
                studied,
                habits,
                parts ->
                        maker.apply(parts)
                                .map(step ->
                                        asked.test(parts) ? Step.on(step.stage()) : step.or(how)));
    }

    /// Empty where its keys have problems.
    public Optional<Step> step(Parts parts) {
        return maker.apply(parts);
    }

    static Step step(Stage stage, boolean enabled) {
        return enabled
                ? Step.on(stage)
                : Step.off(stage, "off: pipeline." + stage.name() + ".enable=true");
    }
}
