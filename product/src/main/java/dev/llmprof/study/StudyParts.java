package dev.llmprof.study;

import dev.llmprof.report.ReportSection;
import java.util.List;
import java.util.Set;

/// What can be plugged into a study: which kinds of a run's artifacts are captures, and the
/// sections of the report, in their order.
public record StudyParts(Set<String> captureKinds, List<ReportSection> sections) {

    public StudyParts {
        captureKinds = Set.copyOf(captureKinds);
        sections = List.copyOf(sections);
    }
}
