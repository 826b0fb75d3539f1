package dev.llmprof.run.stage;

import dev.llmprof.analysis.cost.Reachable;
import dev.llmprof.analysis.cost.StaticAnalyses;
import dev.llmprof.analysis.cost.StaticAnalysis;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.host.Devices;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Request;
import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.format.Markdown;
import dev.llmprof.report.paper.StaticComputeJson;
import dev.llmprof.report.paper.StaticComputeSection;
import dev.llmprof.stage.paper.StaticReports;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `static_compute.json` and `static_compute.md`, held against the named GPU, or this CPU.
/// `syntheticInputs` says that no picture of the dataset gave its size.
record StaticFiles(Optional<Gpu> device, Map<String, String> environment, boolean syntheticInputs)
        implements StaticReports {
    private static final int OPERATORS_SHOWN = 20;

    StaticFiles {
        environment = Map.copyOf(environment);
    }

    @Override
    public List<Artifact> write(Path directory, Model model, Precision precision, Request request) {
        Optional<Gpu> gpu = device.or(() -> Devices.found(environment));
        StaticAnalysis analysis =
                StaticAnalyses.of(model, request, Counting.of(precision), gpu, Reachable.USUAL);
        Path json = directory.resolve("static_compute.json");
        AtomicFile.write(json, StaticComputeJson.of(analysis, syntheticInputs));
        Path markdown = directory.resolve("static_compute.md");
        AtomicFile.write(markdown, Markdown.text(document(analysis)));
        return List.of(
                new Artifact("static.result", json), new Artifact("static.report", markdown));
    }

    private static Document document(StaticAnalysis analysis) {
        return new Document(
                "Static analysis of " + analysis.model().name(),
                "Counted from its description; nothing was run.",
                List.of(StaticComputeSection.of(analysis, OPERATORS_SHOWN)));
    }
}
