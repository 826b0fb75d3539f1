package dev.llmprof.run.workload;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.problem.Problem;
import dev.llmprof.run.engine.DeviceChoice;
import dev.llmprof.run.engine.DeviceChoices;
import dev.llmprof.run.settings.CaptureKeys;
import dev.llmprof.run.settings.EngineBinding;
import dev.llmprof.run.settings.OverrideText;
import dev.llmprof.run.settings.RunKeys;
import dev.llmprof.run.settings.WorkloadKeys;
import dev.llmprof.stage.workload.ModuleOverrides;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.stage.workload.Workload.Surroundings;
import dev.llmprof.stage.workload.WorkloadDevice;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Pattern;

/// The workload from its keys: made once, for every stage.
public final class WorkloadParts {
    private static final Pattern DEVICE = Pattern.compile("[a-z]+(:\\d{1,4})?");

    /// Stands in where the keys have problems, so that the stages' problems are found too.
    private static final Workload NONE =
            new Workload.Command(List.of("false"), new Surroundings(Map.of(), Optional.empty()));

    private WorkloadParts() {}

    /// A workload and where it computes.
    public record Placed(Workload workload, DeviceChoice device) {}

    public static Placed of(
            Binder binder, RunKeys run, Map<String, String> environment, DeviceChoices devices) {
        Optional<WorkloadKeys> keys = binder.read("workload", WorkloadKeys.class);
        keys.ifPresent(each -> each.check(binder));
        Optional<String> device = binder.read("device", String.class);
        device.ifPresent(name -> checkName(binder, name));
        if (keys.isEmpty() || device.isEmpty() || !binder.problems().isEmpty()) {
            return new Placed(NONE, DeviceChoice.of(device.orElse("cpu")));
        }
        if (!List.of(WorkloadKeys.Kind.COMMAND, WorkloadKeys.Kind.SERVER)
                .contains(keys.get().effective())) {
            DatasetCheck.check(binder);
        }
        DeviceChoice choice = devices.of(binder, keys.get(), device.get());
        WorkloadDevice chosen = WorkloadDevice.of(choice.device(), environment);
        var variables = new HashMap<>(keys.get().env());
        if (!device.get().equals("auto")) {
            chosen.environment().forEach(variables::putIfAbsent);
        }
        Surroundings surroundings = surroundings(binder, keys.get(), variables, environment);
        return new Placed(
                switch (keys.get().effective()) {
                    case COMMAND -> new Workload.Command(keys.get().argv(), surroundings);
                    case SERVER ->
                            ServerParts.of(binder, keys.get(), surroundings, environment)
                                    .orElse(NONE);
                    case PYTHON_MODULE ->
                            module(binder, run, keys.get(), chosen.inside(), surroundings);
                    case BUILTIN -> {
                        List<String> launcher = devices.engine().launcher(choice.device());
                        yield BuiltinParts.of(binder, run, launcher, chosen.inside(), surroundings);
                    }
                },
                choice);
    }

    private static Surroundings surroundings(
            Binder binder,
            WorkloadKeys keys,
            Map<String, String> variables,
            Map<String, String> environment) {
        return new Surroundings(
                variables,
                keys.cwd().map(Path::toAbsolutePath),
                EngineBinding.marksPhases(binder)
                        ? Optional.of(new Workload.Marks(environment, CaptureKeys.window(binder)))
                        : Optional.empty(),
                keys.ranks(environment));
    }

    private static void checkName(Binder binder, String device) {
        if (!DEVICE.matcher(device).matches()) {
            binder.add(
                    new Problem(
                            "device is '" + device + "'",
                            binder.at("device"),
                            "auto, cpu, cuda or cuda:N"));
        }
    }

    private static Workload module(
            Binder binder,
            RunKeys run,
            WorkloadKeys keys,
            String device,
            Surroundings surroundings) {
        return new Workload.PythonModule(
                keys.python().orElse("python3"),
                keys.module().orElseThrow(),
                overrides(binder, run, device),
                surroundings);
    }

    private static ModuleOverrides overrides(Binder binder, RunKeys run, String device) {
        return new ModuleOverrides(
                path(binder, "model.path"),
                model(binder),
                path(binder, "dataset.root"),
                set(binder, "dataset.subset_filelist"),
                set(binder, "dataset.fallback_patterns"),
                device,
                words(binder, "infer"),
                run.representativeMaxNewTokens().map(String::valueOf),
                words(binder, "dataset.sampling"));
    }

    /// What a model computes in, and what becomes of its pictures, where the tree says so.
    private static SequencedMap<String, String> model(Binder binder) {
        var told = new LinkedHashMap<String, String>();
        words(binder, "model")
                .forEach((key, value) -> {
                    if (key.equals("dtype") && !value.equals("null")) {
                        told.put(key, value);
                    }
                });
        if (words(binder, "model").containsKey("preprocess")) {
            words(binder, "model.preprocess")
                    .forEach((key, value) -> told.put("preprocess." + key, value));
        }
        return told;
    }

    private static Optional<String> path(Binder binder, String key) {
        return value(binder, key)
                .filter(Node.Text.class::isInstance)
                .map(Node.Text.class::cast)
                .map(text -> Path.of(text.value()).toAbsolutePath().normalize().toString())
                .map(OverrideText::text);
    }

    private static Optional<String> set(Binder binder, String key) {
        return value(binder, key)
                .filter(node -> !(node instanceof Node.Nothing))
                .map(OverrideText::of);
    }

    private static Optional<Node> value(Binder binder, String key) {
        return binder.read(key, Node.class);
    }

    private static SequencedMap<String, String> words(Binder binder, String key) {
        var words = new LinkedHashMap<String, String>();
        if (value(binder, key).orElse(null) instanceof MapNode map) {
            map.entries()
                    .forEach(entry ->
                            words.put(
                                    String.valueOf(entry.getKey()),
                                    OverrideText.of(entry.getValue())));
        }
        return words;
    }
}
