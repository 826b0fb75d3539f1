package dev.llmprof.study;

import dev.llmprof.report.ReportSection;
import dev.llmprof.study.capture.CaptureFormat;
import java.util.List;
import java.util.function.Supplier;

/// What can be plugged into a study: the stages that a run may have had, which only a run's study
/// needs, the formats that captures may have, and the sections of the report, in their order, which
/// only a report needs.
public record StudyParts(
        Supplier<List<StudiedStage>> stages,
        List<CaptureFormat> formats,
        Supplier<List<ReportSection>> sections) {

    public StudyParts {
        formats = List.copyOf(formats);
    }
}
