package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.breakdown.Idle;
import dev.llmprof.analysis.drawing.TimelineView;
import dev.llmprof.analysis.drawing.TimelineViews;
import dev.llmprof.analysis.phase.PhaseOperator;
import dev.llmprof.analysis.phase.WorkTree;
import dev.llmprof.trace.Device;
import java.util.List;

/// One capture with a timeline, as a report needs it: what the analyses say, and what is drawn.
public record Capture(
        TraceAnalysis analysis,
        TimelineView timeline,
        WorkTree tree,
        List<PhaseOperator> operators) {
    public Capture {
        operators = List.copyOf(operators);
    }

    /// The devices' own names, each once.
    public List<String> devices() {
        return analysis.devices().stream()
                .map(Device::name)
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
    }

    public long bytes() {
        return analysis.reading().bytes();
    }

    public long events() {
        return analysis.reading().events();
    }

    /// What a user should know about how the file was read.
    public List<String> remarks() {
        return analysis.reading().remarks();
    }

    /// A stream as it is named in tables and charts.
    public static String name(Idle.Stream stream) {
        return TimelineViews.laneName(stream.lane());
    }
}
