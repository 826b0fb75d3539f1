package dev.llmprof.analysis.breakdown;

import java.util.List;

/// How GPU events were led back to operators: through their launch call, through the tool's own
/// external id, through the capture of the graph that replayed them, or not. `unknownInGraphs` is
/// the part of the latter that graphs replayed.
public record Attribution(
        long agreeing,
        long disagreeing,
        long correlationOnly,
        long externalOnly,
        long replayed,
        Correlations correlations,
        Rest unattributedKernelTime,
        Rest unattributedTime,
        Rest unknownInGraphs,
        long gpuNanos,
        List<Disagreement> disagreements) {
    /// Events that are not led back, and their time.
    public record Rest(long events, long nanos) {}

    /// How far correlation ids lead: events without a launch call, ids of several calls, ids of
    /// several events, and the most events of one id.
    public record Correlations(
            long withoutLaunchCall, long duplicateCalls, long shared, long mostEvents) {}

    /// Where the two ways lead to different operators; the launch call is believed.
    public record Disagreement(String byCorrelation, String byExternalId, long gpuEvents) {}

    public long gpuEvents() {
        return agreeing + disagreeing + correlationOnly + externalOnly + replayed + unattributed();
    }

    public long unattributed() {
        return unattributedTime.events();
    }

    public long unattributedNanos() {
        return unattributedTime.nanos();
    }

    /// The part of GPU time that an operator is known for.
    public double coverage() {
        return gpuNanos == 0 ? 1 : 1 - (double) unattributedNanos() / gpuNanos;
    }
}
