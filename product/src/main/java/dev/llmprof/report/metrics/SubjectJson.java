package dev.llmprof.report.metrics;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.CaptureSubject;
import dev.llmprof.report.format.JsonOut;
import java.util.List;

/// Of several captures: which one all that is said about one is about, and why.
public final class SubjectJson {
    private SubjectJson() {}

    /// Nothing where there is no choice.
    public static void write(JsonOut out, List<Capture> captures) {
        CaptureSubject.of(captures)
                .filter(_ -> captures.size() > 1)
                .ifPresent(subject -> out.object("subject", () -> fields(out, subject)));
    }

    private static void fields(JsonOut out, CaptureSubject subject) {
        out.put("source", subject.capture().origin().source());
        out.put("reason", subject.reason());
        out.texts(
                "graph_captures",
                subject.graphCaptures().stream().map(each -> each.origin().source()).toList());
    }
}
