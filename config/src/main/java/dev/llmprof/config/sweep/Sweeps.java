package dev.llmprof.config.sweep;

import dev.llmprof.config.Composer;
import dev.llmprof.config.Composition;
import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.override.Element;
import dev.llmprof.config.override.Expansion;
import dev.llmprof.config.override.OverrideParser;
import dev.llmprof.config.override.ParsedOverride;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.config.source.Request;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// Sweeps: every combination of the values asked for, the last override varying fastest.
public final class Sweeps {
    private static final int MAX_JOBS = 100_000;

    private final Composer composer;

    public Sweeps(Composer composer) {
        this.composer = composer;
    }

    /// The configuration the sweep itself runs under; values swept over are left open.
    public Composition master(Request request) {
        return composer.compose(request.with(request.overrides(), Request.Mode.MULTIRUN));
    }

    /// Whether `hydra.mode` asks for a sweep, in a file or an override.
    public boolean isAskedFor(Request request) {
        return RunDirectory.text(master(request), "mode").equals("MULTIRUN");
    }

    /// All jobs, composed, so that a mistake in the last one stops the first from starting.
    public List<PlannedJob> plan(Composition master) {
        List<PlannedJob> jobs = new ArrayList<>();
        for (List<String> overrides : combinations(master)) {
            jobs.add(job(master, overrides, jobs.size()));
        }
        return jobs;
    }

    /// Where the sweep's directories go.
    public static Path directory(Composition master) {
        return RunDirectory.absolute(master, RunDirectory.text(master, "sweep.dir"));
    }

    /// Plans, writes `multirun.yaml`, launches.
    public List<JobResult> run(Composition master, Launchers launchers, Job job, PrintStream out) {
        List<PlannedJob> planned = plan(master);
        JobRunner here =
                (command, own) -> {
                    PlannedJob one = planned.get(command.number());
                    RunDirectory.prepare(one);
                    return job.run(one, own);
                };
        Launcher launcher = launchers.of(master, here);
        job.begin(planned, launcher.isElsewhere());
        Path directory = directory(master);
        try {
            Files.createDirectories(directory);
            RunDirectory.write(directory.resolve("multirun.yaml"), master.root());
        } catch (IOException unwritable) {
            throw RunDirectory.unwritable(directory);
        }
        return launcher.launch(commands(planned, job), out);
    }

    /// The command lines of planned jobs.
    public static List<JobCommand> commands(List<PlannedJob> planned, Job job) {
        return planned.stream().map(each -> command(each, job.argv(each))).toList();
    }

    private static JobCommand command(PlannedJob job, List<String> argv) {
        return new JobCommand(job.number().orElseThrow(), job.overrides(), argv, job.directory());
    }

    private PlannedJob job(Composition master, List<String> overrides, int number) {
        List<String> all =
                new ArrayList<>(
                        master.overrides().stream()
                                .filter(ParsedOverride::isHydra)
                                .map(ParsedOverride::input)
                                .toList());
        all.addAll(overrides);
        Composition composed = composer.compose(master.request().with(all, Request.Mode.RUN));
        composed.setHydra("job.id", Node.text(String.valueOf(number)));
        composed.setHydra("job.num", Node.whole(number));
        Path directory =
                directory(composed)
                        .resolve(RunDirectory.text(composed, "sweep.subdir"))
                        .normalize();
        composed.setHydra("runtime.output_dir", Node.text(directory.toString()));
        return new PlannedJob(OptionalInt.of(number), overrides, composed, directory);
    }

    /// The overrides of each job. What `hydra.sweeper.params` says comes first; the same key given
    /// later replaces it in its place.
    public List<List<String>> combinations(Composition master) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        List<ParsedOverride> overrides = new ArrayList<>(params(master));
        master.overrides().stream().filter(o -> !o.isHydra()).forEach(overrides::add);
        for (ParsedOverride override : overrides) {
            values.put(override.markedKey(), values(override, master));
        }
        List<List<String>> combinations = List.of(List.of());
        for (List<String> alternatives : values.values()) {
            combinations = product(combinations, alternatives);
        }
        return combinations;
    }

    private static List<ParsedOverride> params(Composition master) {
        if (!(master.hydraNode("sweeper.params") instanceof MapNode params)) {
            return List.of();
        }
        return params.entries().stream()
                .map(e ->
                        OverrideParser.parse(
                                PythonText.keyText(e.getKey())
                                        + "="
                                        + PythonText.str(e.getValue())))
                .toList();
    }

    private static List<String> values(ParsedOverride override, Composition master) {
        String key = override.markedKey();
        if (override.isSweep()) {
            return Expansion.of(override, master::globOptions).stream()
                    .map(value -> key + "=" + value)
                    .toList();
        }
        String value = override.value().map(v -> Element.print((Element) v)).orElse("null");
        return List.of(key + "=" + value);
    }

    private static List<List<String>> product(
            List<List<String>> combinations, List<String> alternatives) {
        if ((long) combinations.size() * alternatives.size() > MAX_JOBS) {
            throw new ConfigError(
                    Kind.LIMIT,
                    "the sweep has more than " + MAX_JOBS + " jobs",
                    Origin.ENGINE,
                    "sweep over fewer values");
        }
        List<List<String>> product = new ArrayList<>();
        for (List<String> combination : combinations) {
            for (String alternative : alternatives) {
                List<String> longer = new ArrayList<>(combination);
                longer.add(alternative);
                product.add(longer);
            }
        }
        return product;
    }
}
