package dev.llmprof.study;

import dev.llmprof.analysis.ncu.NcuView;
import java.nio.file.Path;
import java.util.List;

/// Captures to study: files, folders, or `-` for standard input; what is known beside them; and
/// what is to come of it.
public record StudyRequest(
        List<Path> captures, StudyParts parts, NcuView view, StudyContext context, StudyGoal goal) {
    public StudyRequest {
        captures = List.copyOf(captures);
    }
}
