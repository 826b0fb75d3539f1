package dev.llmprof.study;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.Manifest.ArtifactEntry;
import dev.llmprof.pipeline.Manifest.StageEntry;
import dev.llmprof.pipeline.RunPaths;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.format.Markdown;
import dev.llmprof.report.reference.ReferenceRun;
import dev.llmprof.report.reference.ReferenceTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// `operators.md` and `kernels.md` beside the trace of a run, in the reference's shape.
final class TorchTables {
    private static final String OPERATORS = "torch.operators";
    private static final String KERNELS = "torch.kernels";
    private static final String ASSUMPTIONS = "torch.assumptions";

    private TorchTables() {}

    /// Writes them of the stage's first trace, and gives the manifest that lists them. Without a
    /// trace that could be read nothing changes.
    static Manifest write(Path directory, Manifest manifest, List<Capture> captures)
            throws IOException {
        for (StageEntry stage : manifest.stages()) {
            Optional<Capture> capture =
                    file(directory, stage, "torch.trace").flatMap(trace -> ofFile(captures, trace));
            if (capture.isPresent()) {
                Findings findings = Findings.of(capture.get());
                Path folder = directory.resolve(stage.name());
                Document operators =
                        byShape(directory, stage)
                                ? ReferenceTables.operatorsByShape(findings)
                                : ReferenceTables.operators(findings);
                ReportWriter.write(
                        folder,
                        Map.of(
                                "operators.md",
                                Markdown.text(operators),
                                "kernels.md",
                                Markdown.text(ReferenceTables.kernels(findings))));
                return manifest.with(
                        listed(
                                stage,
                                List.of(
                                        entry(directory, OPERATORS, folder.resolve("operators.md")),
                                        entry(directory, KERNELS, folder.resolve("kernels.md")))));
            }
        }
        return manifest;
    }

    private static ArtifactEntry entry(Path directory, String kind, Path file) {
        return RunPaths.entry(directory, new Artifact(kind, file));
    }

    /// In the place where they have always stood: ahead of what the stage was told.
    private static StageEntry listed(StageEntry stage, List<ArtifactEntry> tables) {
        List<ArtifactEntry> artifacts = new ArrayList<>(stage.artifacts());
        artifacts.removeIf(each -> Set.of(OPERATORS, KERNELS).contains(each.kind()));
        int at = artifacts.stream().map(ArtifactEntry::kind).toList().indexOf(ASSUMPTIONS);
        artifacts.addAll(at < 0 ? artifacts.size() : at, tables);
        return stage.with(artifacts);
    }

    private static Optional<Capture> ofFile(List<Capture> captures, Path file) {
        return captures.stream()
                .filter(capture -> capture.analysis().source().equals(file.toString()))
                .findFirst();
    }

    /// Whether the user asked for a row for each shape.
    private static boolean byShape(Path directory, StageEntry stage) throws IOException {
        Optional<Path> assumptions = file(directory, stage, ASSUMPTIONS);
        return assumptions.isPresent()
                && ReferenceRun.assumed(Files.readString(assumptions.get()), "group_by_input_shape")
                        .equals(Optional.of("true"));
    }

    private static Optional<Path> file(Path directory, StageEntry stage, String kind) {
        return stage.artifacts().stream()
                .filter(artifact -> artifact.kind().equals(kind))
                .map(artifact -> directory.resolve(artifact.path()))
                .filter(Files::isRegularFile)
                .findFirst();
    }
}
