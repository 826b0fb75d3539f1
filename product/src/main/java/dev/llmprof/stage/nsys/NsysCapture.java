package dev.llmprof.stage.nsys;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.tool.Nsys;
import dev.llmprof.tool.NvtxInclude;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One run of nsys around the workload: where its files go, what they are called in the manifest,
/// and which occurrence of its range it takes.
record NsysCapture(
        Path directory, Nsys.Settings recording, Optional<String> label, Occurrence occurrence) {
    /// What came of it. No report is a problem; a report may still come with some. A range that is
    /// `unopened` did not come though all else went well.
    record Result(
            List<Artifact> artifacts,
            List<Problem> problems,
            boolean reported,
            boolean unopened,
            boolean interrupted) {
        Result {
            artifacts = List.copyOf(artifacts);
            problems = List.copyOf(problems);
        }
    }

    static List<NsysCapture> of(NsysSettings settings, Path directory, PhaseMarks marks) {
        if (settings.labels().isEmpty()) {
            return List.of(of(directory, settings.recording(), Optional.empty(), marks));
        }
        var captures =
                new ArrayList<>(
                        LabelFolders.of(settings.labels()).entrySet().stream()
                                .map(label -> gated(label, settings.recording(), directory, marks))
                                .toList());
        captures.add(
                of(
                        directory.resolve("all-stage"),
                        settings.recording().capturing(new Nsys.Capture.WholeRun()),
                        Optional.empty(),
                        marks));
        return captures;
    }

    private static NsysCapture of(
            Path directory, Nsys.Settings recording, Optional<String> label, PhaseMarks marks) {
        return new NsysCapture(directory, recording, label, marks.occurrence(recording.capture()));
    }

    Path output() {
        return directory.resolve("run");
    }

    Path log() {
        return directory.resolve("tool.log");
    }

    /// Gated captures have kinds of their own, or a reader would count their kernels twice.
    String kind(String name) {
        return label.isPresent() ? "nsys.stage." + name : "nsys." + name;
    }

    /// What to record where the range that was waited for never came, by what can be known of it.
    Optional<NsysCapture> instead() {
        return occurrence
                .instead(recording.capture())
                .map(gate ->
                        new NsysCapture(
                                directory,
                                recording.capturing(gate),
                                label,
                                occurrence.afterNothing()));
    }

    /// How much of the run is in the report, in words for whoever reads it later.
    String covers() {
        return occurrence.covers(
                recording.capture(), recording.captureEnd().orElse("stop-shutdown"));
    }

    /// Which capture is where and how much of the run it covers, in `captures.json`.
    static Path writeIndex(List<NsysCapture> captures, Path directory) {
        ArrayNode index = JsonNodeFactory.instance.arrayNode();
        for (NsysCapture capture : captures) {
            index.addObject()
                    .put("label", capture.label().orElse(null))
                    .put("directory", directory.relativize(capture.directory()).toString())
                    .put("range", capture.range().orElse(null))
                    .put("covers", capture.covers());
        }
        Path file = directory.resolve("captures.json");
        AtomicFile.write(file, index.toPrettyString() + "\n");
        return file;
    }

    private Optional<String> range() {
        return recording.capture() instanceof Nsys.Capture.Nvtx(String range)
                ? Optional.of(NvtxInclude.rangeName(range))
                : Optional.empty();
    }

    private static NsysCapture gated(
            Map.Entry<String, String> label,
            Nsys.Settings recording,
            Path directory,
            PhaseMarks marks) {
        return of(
                directory.resolve("per-stage").resolve(label.getValue()),
                recording.capturing(new Nsys.Capture.Nvtx(label.getKey())),
                Optional.of(label.getKey()),
                marks);
    }
}
