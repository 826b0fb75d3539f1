package dev.llmprof.analysis.conditions;

import dev.llmprof.trace.TimedRequest;
import java.util.ArrayList;
import java.util.List;

/// What was at work from when to when, by the wall clock: a stage, or a phase of one request in it.
/// A stage has no phase and no source; `source` is as in [dev.llmprof.analysis.workload.TimeBasis];
/// `tokens` are those that the phase read or made.
public record WorkSpan(
        String stage,
        String source,
        String phase,
        long startUnixNanos,
        long endUnixNanos,
        long tokens) {

    public static WorkSpan ofStage(String stage, long startUnixNanos, long endUnixNanos) {
        return new WorkSpan(stage, "", "", startUnixNanos, endUnixNanos, 0);
    }

    /// Prefill and decode of one request, one after the other; none where it is not known when it
    /// began.
    public static List<WorkSpan> of(String stage, String source, TimedRequest request) {
        List<WorkSpan> spans = new ArrayList<>();
        request.beganUnixNanos()
                .ifPresent(began -> {
                    long first = began + request.prefillNanos();
                    long last = first + request.decodeNanos();
                    spans.add(
                            new WorkSpan(
                                    stage,
                                    source,
                                    "prefill",
                                    began,
                                    first,
                                    request.promptTokens()));
                    if (request.decodeNanos() > 0) {
                        spans.add(
                                new WorkSpan(
                                        stage,
                                        source,
                                        "decode",
                                        first,
                                        last,
                                        request.decodedTokens()));
                    }
                });
        return spans;
    }

    public boolean isStage() {
        return phase.isEmpty();
    }

    public boolean holds(long unixNanos) {
        return unixNanos >= startUnixNanos && unixNanos <= endUnixNanos;
    }

    public double seconds() {
        return (endUnixNanos - startUnixNanos) / 1e9;
    }
}
