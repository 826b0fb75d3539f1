package dev.llmprof.run.stage;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.Provenance;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.Captures;
import dev.llmprof.analysis.capture.TraceAnalyses;
import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.analysis.workload.StageAggregates;
import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.format.Markdown;
import dev.llmprof.report.reference.ReferenceRun;
import dev.llmprof.report.reference.ReferenceTables;
import dev.llmprof.stage.torch.TorchReports;
import dev.llmprof.study.MeasuredModel;
import dev.llmprof.trace.Trace;
import dev.llmprof.trace.WorkloadResults;
import dev.llmprof.trace.kineto.KinetoReader;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.zip.GZIPInputStream;

/// Writes the files that stand beside a trace, in the reference's shape: operators, kernels,
/// metrics, report, assumptions, and what was read on what.
public final class TorchReportFiles implements TorchReports {
    private final SequencedMap<String, ? extends Map<String, String>> assumptions;
    private final Function<WorkloadResults, Optional<MeasuredModel>> measured;
    private final boolean byShape;
    private final InstantSource clock;

    /// `byShape`: one row an operator and its input shapes in `operators.md`.
    public TorchReportFiles(
            SequencedMap<String, ? extends Map<String, String>> assumptions,
            Function<WorkloadResults, Optional<MeasuredModel>> measured,
            boolean byShape,
            InstantSource clock) {
        this.assumptions = assumptions;
        this.measured = measured;
        this.byShape = byShape;
        this.clock = clock;
    }

    @Override
    public List<Artifact> write(Path directory, List<Path> traces, Optional<Path> results) {
        List<Artifact> artifacts = new ArrayList<>();
        Findings findings = findings(capture(traces.getFirst()));
        add(
                artifacts,
                "torch.operators",
                directory,
                "operators.md",
                byShape
                        ? ReferenceTables.operatorsByShape(findings)
                        : ReferenceTables.operators(findings));
        add(artifacts, "torch.kernels", directory, "kernels.md", ReferenceTables.kernels(findings));
        add(
                artifacts,
                "torch.assumptions",
                directory,
                "assumptions.md",
                ReferenceRun.assumptions(assumptions));
        results.map(WorkloadResults::read)
                .ifPresent(read -> artifacts.addAll(ofResults(directory, findings, read)));
        return artifacts;
    }

    private List<Artifact> ofResults(Path directory, Findings findings, WorkloadResults results) {
        List<Artifact> artifacts = new ArrayList<>();
        String device =
                findings.main()
                        .map(Capture::devices)
                        .filter(names -> !names.isEmpty())
                        .map(names -> String.join(", ", names))
                        .orElse(results.fact("device").orElse("cpu"));
        if (!results.items().isEmpty()) {
            artifacts.addAll(timed(directory, device, results));
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

    private static Findings findings(Capture capture) {
        return new Findings(
                "",
                "",
                List.of(capture),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                new Provenance("", List.of(), List.of()));
    }

    private static Capture capture(Path file) {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file), 1 << 16)) {
            Trace trace = KinetoReader.read(file.getFileName().toString(), in);
            return Captures.of(TraceAnalyses.study(trace));
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + file, e);
        }
    }

    private static void add(
            List<Artifact> artifacts, String kind, Path directory, String name, Document document) {
        add(artifacts, kind, directory, name, Markdown.text(document));
    }

    private static void add(
            List<Artifact> artifacts, String kind, Path directory, String name, String text) {
        AtomicFile.write(directory.resolve(name), text);
        artifacts.add(new Artifact(kind, directory.resolve(name)));
    }
}
