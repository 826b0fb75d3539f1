package dev.llmprof.run.stage;

import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.analysis.workload.StageAggregates;
import dev.llmprof.analysis.workload.WorkloadTimings;
import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.report.reference.ReferenceRun;
import dev.llmprof.stage.torch.TorchReports;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.study.MeasuredModel;
import dev.llmprof.trace.Device;
import dev.llmprof.trace.WorkloadResults;
import dev.llmprof.trace.kineto.KinetoPreamble;
import dev.llmprof.workload.ResultKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;

/// Writes the files that stand beside a trace and need none of its events, in the reference's
/// shape: metrics, report, assumptions, and what was read on what.
public final class TorchReportFiles implements TorchReports {
    private final SequencedMap<String, ? extends Map<String, String>> assumptions;
    private final Function<WorkloadResults, Optional<MeasuredModel>> measured;
    private final InstantSource clock;

    public TorchReportFiles(
            SequencedMap<String, ? extends Map<String, String>> assumptions,
            Function<WorkloadResults, Optional<MeasuredModel>> measured,
            InstantSource clock) {
        this.assumptions = assumptions;
        this.measured = measured;
        this.clock = clock;
    }

    @Override
    public List<Artifact> write(Path directory, List<Path> traces, Optional<Path> results) {
        List<Artifact> artifacts = new ArrayList<>();
        List<String> devices = devices(traces.getFirst());
        add(
                artifacts,
                "torch.assumptions",
                directory,
                "assumptions.md",
                ReferenceRun.assumptions(assumptions));
        results.map(WorkloadResults::read)
                .ifPresent(read -> artifacts.addAll(ofResults(directory, devices, read)));
        return artifacts;
    }

    private List<Artifact> ofResults(
            Path directory, List<String> devices, WorkloadResults results) {
        List<Artifact> artifacts = new ArrayList<>();
        String device =
                devices.isEmpty() ? results.device().orElse("cpu") : String.join(", ", devices);
        WorkloadResults measured =
                WorkloadTimings.chosen(Optional.of(results), plain(directory)).orElse(results);
        if (!measured.items().isEmpty()) {
            artifacts.addAll(timed(directory, device, measured));
        }
        add(
                artifacts,
                "torch.environment",
                directory,
                "env.json",
                RunFacts.environment(device, results));
        add(artifacts, "torch.inputs", directory, "inputs.yaml", RunFacts.inputs(results));
        return artifacts;
    }

    /// What the pass without a profiler measured, where there was one.
    private static Optional<WorkloadResults> plain(Path directory) {
        Path run = directory.toAbsolutePath().resolveSibling("");
        return Optional.of(Workload.Purpose.PLAIN.scratchIn(run).resolve(ResultKeys.FILE_NAME))
                .filter(Files::isRegularFile)
                .map(WorkloadResults::read);
    }

    private List<Artifact> timed(Path directory, String device, WorkloadResults results) {
        List<Artifact> artifacts = new ArrayList<>();
        StageAggregates aggregates = StageAggregates.of(results);
        Optional<MeasuredModel> model = measured.apply(results);
        Optional<RunUtilisation> share =
                model.filter(_ -> results.waited()).map(known -> known.utilisation(results));
        add(
                artifacts,
                "torch.metrics",
                directory,
                "metrics.json",
                ReferenceRun.metrics(
                        aggregates, share, model.map(MeasuredModel::dimensions).orElse(Map.of())));
        add(
                artifacts,
                "torch.report",
                directory,
                "report.md",
                ReferenceRun.report(clock.instant(), device, aggregates, share, results.notes()));
        model.flatMap(known -> known.requestCosts(results))
                .ifPresent(json ->
                        add(artifacts, "static.measured", directory, "static_compute.json", json));
        return artifacts;
    }

    /// Only the trace knows a GPU by its name, and says it ahead of its events.
    private static List<String> devices(Path trace) {
        try {
            return KinetoPreamble.devices(trace).stream()
                    .map(Device::name)
                    .filter(name -> !name.isEmpty())
                    .distinct()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + trace, e);
        }
    }

    private static void add(
            List<Artifact> artifacts, String kind, Path directory, String name, String text) {
        AtomicFile.write(directory.resolve(name), text);
        artifacts.add(new Artifact(kind, directory.resolve(name)));
    }
}
