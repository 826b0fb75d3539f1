package dev.llmprof.report;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.Provenance;
import dev.llmprof.analysis.RunTrust;
import dev.llmprof.analysis.advice.Advices;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.CaptureRelations;
import dev.llmprof.analysis.conditions.RunConditions;
import dev.llmprof.analysis.lint.Lints;
import dev.llmprof.analysis.overhead.ProfilingOverhead;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.analysis.plan.NcuCoverage;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.analysis.workload.PhaseUtilisation;
import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.analysis.workload.TimeBasis;
import dev.llmprof.analysis.workload.Timings;
import dev.llmprof.trace.Trace;
import dev.llmprof.trace.kineto.KinetoReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/// Findings of traces.
public final class Example {
    /// A real one of others, of an H100.
    public static final String QWEN =
            "kineto/tracelens/h100_Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz";

    private Example() {}

    public static Findings findings(Path trace) throws IOException {
        return findings(trace, Optional.empty(), Optional.empty());
    }

    static Findings findings(Path trace, Optional<Timings> timings, Optional<Prediction> prediction)
            throws IOException {
        Optional<Capture> capture = Optional.of(capture(trace));
        return new Findings(
                trace.getFileName().toString(),
                "an example",
                capture.stream().toList(),
                timings,
                Optional.empty(),
                prediction,
                prediction.map(Example::utilisation),
                List.of(),
                Advices.of(capture, prediction, List.of(), Optional.empty()),
                new Provenance("llmprof test", List.of(), List.of()),
                CaptureRelations.NONE,
                new RunTrust(
                        Lints.of(capture.stream().toList(), Map.of(), List.of()),
                        RunConditions.NONE,
                        List.of(),
                        ProfilingOverhead.NONE,
                        NcuCoverage.NONE));
    }

    private static RunUtilisation utilisation(Prediction prediction) {
        var peaks =
                new PhaseUtilisation.DevicePeaks(
                        prediction.hardware(),
                        "fp32",
                        prediction.peakFlopsPerSecond(),
                        prediction.bytesPerSecond());
        return new RunUtilisation(
                prediction.phases().stream()
                        .filter(part -> part.measuredNanos().isPresent())
                        .map(part ->
                                new PhaseUtilisation(
                                        part.phase(),
                                        part.tensorFlops(),
                                        part.bytes(),
                                        part.measuredNanos().orElseThrow(),
                                        TimeBasis.median(TimeBasis.BARE, 1, "warm request"),
                                        peaks))
                        .toList());
    }

    static Capture capture(Path file) throws IOException {
        Trace trace = trace(file);
        NestedTrace nested = NestedTrace.of(trace);
        return Capture.of(nested).withPictures(nested);
    }

    static Trace trace(Path file) throws IOException {
        String name = file.getFileName().toString();
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = name.endsWith(".gz") ? new GZIPInputStream(raw) : raw) {
            return KinetoReader.read(name, in);
        }
    }
}
