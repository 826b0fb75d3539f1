package dev.llmprof.stage.nsys;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.tool.Nsys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// One run of nsys around the workload: where its files go and what they are called in the
/// manifest.
record NsysCapture(Path directory, Nsys.Settings recording, Optional<String> label) {
    private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9._-]+");

    /// What came of it. No report is a problem; a report may still come with some.
    record Result(
            List<Artifact> artifacts,
            List<Problem> problems,
            boolean reported,
            boolean interrupted) {
        Result {
            artifacts = List.copyOf(artifacts);
            problems = List.copyOf(problems);
        }
    }

    static List<NsysCapture> of(NsysSettings settings, Path directory) {
        if (settings.labels().isEmpty()) {
            return List.of(new NsysCapture(directory, settings.recording(), Optional.empty()));
        }
        var captures =
                new ArrayList<>(
                        settings.labels().stream()
                                .map(label -> gated(label, settings.recording(), directory))
                                .toList());
        captures.add(
                new NsysCapture(
                        directory.resolve("all-stage"),
                        settings.recording().capturing(new Nsys.Capture.WholeRun()),
                        Optional.empty()));
        return captures;
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

    /// How much of the run is in the report, in words for whoever reads it later.
    String covers() {
        String end = recording.captureEnd().orElse("stop-shutdown");
        return switch (recording.capture()) {
            case Nsys.Capture.WholeRun() -> "the whole run";
            case Nsys.Capture.Nvtx(String range) ->
                    end.startsWith("repeat")
                            ? "each occurrence of '" + range + "'"
                            : end.equals("none")
                                    ? "from the first '" + range + "' to the end"
                                    : "the first occurrence of '" + range + "'";
            case Nsys.Capture.CudaProfilerApi() -> "between cudaProfilerStart and cudaProfilerStop";
            case Nsys.Capture.Hotkey() -> "between two key presses";
        };
    }

    /// Which capture is where and how much of the run it covers, in `captures.json`.
    static Path writeIndex(List<NsysCapture> captures, Path directory) {
        ArrayNode index = JsonNodeFactory.instance.arrayNode();
        for (NsysCapture capture : captures) {
            index.addObject()
                    .put("label", capture.label().orElse(null))
                    .put("directory", directory.relativize(capture.directory()).toString())
                    .put("covers", capture.covers());
        }
        Path file = directory.resolve("captures.json");
        AtomicFile.write(file, index.toPrettyString() + "\n");
        return file;
    }

    private static NsysCapture gated(String label, Nsys.Settings recording, Path directory) {
        String name = UNSAFE.matcher(label).replaceAll("_");
        return new NsysCapture(
                directory.resolve("per-stage").resolve(name),
                recording.capturing(new Nsys.Capture.Nvtx(label)),
                Optional.of(label));
    }
}
