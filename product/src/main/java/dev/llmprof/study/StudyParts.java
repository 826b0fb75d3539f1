package dev.llmprof.study;

import dev.llmprof.report.ReportSection;
import dev.llmprof.study.capture.CaptureFormat;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/// What can be plugged into a study: which kinds of a run's artifacts are captures, the formats
/// that captures may have, and the sections of the report, in their order, which only a report
/// needs.
public record StudyParts(
        Set<String> captureKinds,
        List<CaptureFormat> formats,
        Supplier<List<ReportSection>> sections) {

    public StudyParts {
        captureKinds = Set.copyOf(captureKinds);
        formats = List.copyOf(formats);
    }
}
