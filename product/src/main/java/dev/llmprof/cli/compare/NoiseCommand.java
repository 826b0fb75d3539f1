package dev.llmprof.cli.compare;

import dev.llmprof.cli.SourceOptions;
import dev.llmprof.cli.Wraps;
import dev.llmprof.compare.metric.MetricRuns;
import dev.llmprof.compare.statistic.RunNoise;
import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.compare.BaselineTables;
import dev.llmprof.run.CompareSettings;
import dev.llmprof.run.RepeatedRuns;
import dev.llmprof.run.RunRequest;
import dev.llmprof.study.compare.BaselineStore;
import dev.llmprof.study.compare.ComparedSide;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Measures how much runs of one unchanged program differ.
@Command(
        name = "noise",
        header = "Measure how much runs of one unchanged program differ.",
        description = {
            "Runs the program several times, as llmprof run --repeat does, or reads runs",
            "that are there, and says the run-to-run noise of each metric: the standard",
            "deviation of the logarithms of its values. With --baseline it is kept beside",
            "that baseline, and a gate against it decides with fewer runs."
        },
        footer = {
            "",
            "Examples:",
            "  llmprof noise --repeat 6 -- python infer.py",
            "  llmprof noise --repeat 6 --baseline main model=tiny_text",
            "  llmprof noise --of tmp/runs/before --baseline main",
            ""
        })
public final class NoiseCommand implements Callable<Integer>, Wraps {
    private final CompareParts parts;
    private final RepeatedRuns runs;

    @Parameters(paramLabel = "override", arity = "0..*", description = "As llmprof run takes them.")
    private List<String> overrides = new ArrayList<>();

    @Option(names = "--repeat", paramLabel = "N", description = "How many runs (6).")
    private int repeat = 6;

    @Option(
            names = "--of",
            paramLabel = "RUNS",
            description = "Runs that are there, as llmprof gate takes a side; nothing is run.")
    private @Nullable String given;

    @Option(
            names = "--baseline",
            paramLabel = "NAME",
            description = "Keep the noise with this baseline.")
    private @Nullable String baseline;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Mixin private SourceOptions source;

    private List<String> program = List.of();

    public NoiseCommand(CompareParts parts, RepeatedRuns runs) {
        this.parts = parts;
        this.runs = runs;
    }

    @Override
    public void wrap(List<String> argv) {
        program = List.copyOf(argv);
    }

    @Override
    public Integer call() throws IOException {
        CompareSettings settings = parts.settings(overrides);
        String side = given;
        if (side == null) {
            RepeatedRuns.Repeated repeated = runs.repeated(request(), repeat);
            if (repeated.exitCode() != ExitCode.OK) {
                return repeated.exitCode();
            }
            side = repeated.directory().toString();
        }
        return said(parts.reader(settings).read(side), settings);
    }

    private RunRequest request() {
        if (repeat < 2) {
            throw new Problem("noise needs at least two runs", "--repeat " + repeat, "--repeat 6")
                    .found();
        }
        return new RunRequest(
                overrides, program, source.source(), Optional.empty(), false, false, false);
    }

    private int said(ComparedSide side, CompareSettings settings) throws IOException {
        Map<String, RunNoise> noise = new TreeMap<>();
        for (MetricRuns each : side.metrics()) {
            each.ownNoise().ifPresent(found -> noise.put(each.kind().name(), found));
        }
        if (noise.isEmpty()) {
            throw new Problem(
                            "no metric has two runs or more",
                            side.label(),
                            "llmprof run --repeat 6 …")
                    .found();
        }
        Console console = parts.console();
        console.out()
                .print(
                        json
                                ? BaselineTables.json(side.metrics(), noise, side.facts())
                                : BaselineTables.text(side.metrics(), noise, console.columns()));
        if (baseline == null) {
            console.say("--baseline NAME keeps it; from " + side.label());
        } else {
            var store = new BaselineStore(settings.baselines());
            console.say("kept in " + store.record(baseline, noise));
        }
        return ExitCode.OK;
    }
}
