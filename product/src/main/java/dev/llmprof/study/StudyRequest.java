package dev.llmprof.study;

import dev.llmprof.analysis.ncu.NcuView;
import dev.llmprof.study.perfetto.PerfettoAsked;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Captures to study: files, folders, or `-` for standard input; what is known beside them; and
/// what is to come of it.
public record StudyRequest(
        List<Path> captures,
        StudyParts parts,
        NcuView view,
        StudyContext context,
        StudyGoal goal,
        Optional<PerfettoAsked> perfetto) {
    public StudyRequest {
        captures = List.copyOf(captures);
    }

    public StudyRequest(
            List<Path> captures,
            StudyParts parts,
            NcuView view,
            StudyContext context,
            StudyGoal goal) {
        this(captures, parts, view, context, goal, Optional.empty());
    }

    /// With all captures in a file for Perfetto as well.
    public StudyRequest drawn(Optional<PerfettoAsked> file) {
        return new StudyRequest(captures, parts, view, context, goal, file);
    }
}
