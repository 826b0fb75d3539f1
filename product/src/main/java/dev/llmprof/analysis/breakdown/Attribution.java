package dev.llmprof.analysis.breakdown;

import java.util.List;

/// How GPU events were led back to operators: through their launch call, through the tool's own
/// external id, or not.
public record Attribution(
        long gpuEvents,
        long agreeing,
        long disagreeing,
        long correlationOnly,
        long externalOnly,
        long unattributed,
        Correlations correlations,
        long unattributedKernels,
        long unattributedKernelNanos,
        long unattributedNanos,
        long gpuNanos,
        List<Disagreement> disagreements) {
    /// How far correlation ids lead: events without a launch call, ids of several calls, ids of
    /// several events, and the most events of one id.
    public record Correlations(
            long withoutLaunchCall, long duplicateCalls, long shared, long mostEvents) {}

    /// Where the two ways lead to different operators; the launch call is believed.
    public record Disagreement(String byCorrelation, String byExternalId, long gpuEvents) {}

    /// The part of GPU time that an operator is known for.
    public double coverage() {
        return gpuNanos == 0 ? 1 : 1 - (double) unattributedNanos / gpuNanos;
    }
}
