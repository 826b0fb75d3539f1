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
        long withoutLaunchCall,
        long duplicateCallCorrelations,
        long sharedCorrelations,
        long mostEventsPerCorrelation,
        long unattributedKernels,
        long unattributedKernelNanos,
        long unattributedNanos,
        long gpuNanos,
        List<Disagreement> disagreements) {
    /// Where the two ways lead to different operators; the launch call is believed.
    public record Disagreement(String byCorrelation, String byExternalId, long gpuEvents) {}

    /// The part of GPU time that an operator is known for.
    public double coverage() {
        return gpuNanos == 0 ? 1 : 1 - (double) unattributedNanos / gpuNanos;
    }
}
