package dev.llmprof.analysis.graph;

import java.util.List;

/// Which operator and module each replayed kernel came from, how that was found out, and how sure
/// it is.
public record GraphAttribution(
        String method,
        double confidence,
        String reason,
        long gpuEvents,
        long sumNanos,
        long attributedEvents,
        long attributedNanos,
        List<Row> rows,
        List<Event> sequence) {
    /// GPU time of one operator in one module; `module` is the class, empty where none encloses.
    public record Row(String operator, String module, long gpuEvents, long sumNanos) {}

    /// One replayed event, in start order; `module` as the tool names it, empty where none
    /// encloses.
    public record Event(String kernel, String operator, String module, long nanos) {}
}
