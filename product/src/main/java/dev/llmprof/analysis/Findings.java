package dev.llmprof.analysis;

import dev.llmprof.analysis.advice.Advice;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.CaptureRelations;
import dev.llmprof.analysis.capture.CaptureSubject;
import dev.llmprof.analysis.lint.LintFinding;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.analysis.serving.ServingFindings;
import dev.llmprof.analysis.source.KernelJoin;
import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.analysis.workload.Timings;
import java.util.List;
import java.util.Optional;

/// All that a report may say: what each source showed and what joins them. A source that is not
/// there is empty, and the report says how to get it.
public record Findings(
        String title,
        String subtitle,
        List<Capture> captures,
        Optional<Timings> timings,
        Optional<ServingFindings> serving,
        Optional<Prediction> prediction,
        Optional<RunUtilisation> utilisation,
        List<KernelJoin> kernels,
        List<Advice> advice,
        Provenance provenance,
        CaptureRelations relations,
        RunTrust trust) {
    public Findings {
        captures = List.copyOf(captures);
        kernels = List.copyOf(kernels);
        advice = List.copyOf(advice);
    }

    /// What one capture says by itself.
    public static Findings of(Capture capture) {
        return new Findings(
                "",
                "",
                List.of(capture),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                new Provenance("", List.of(), List.of()),
                CaptureRelations.NONE,
                RunTrust.NONE);
    }

    public List<LintFinding> lint() {
        return trust.lint();
    }

    /// The capture that the report is about.
    public Optional<Capture> main() {
        return subject().map(CaptureSubject::capture);
    }

    public Optional<CaptureSubject> subject() {
        return CaptureSubject.of(captures);
    }
}
