package dev.llmprof.analysis.overhead;

import java.util.OptionalDouble;

/// A phase under a profiler beside the same without one, both by the workload's own clock: medians,
/// of prefill a request's, of decode a token's. `bareNanos` is empty where nothing ran without.
public record PhaseOverhead(
        String source,
        String phase,
        long requests,
        double profiledNanos,
        long bareRequests,
        OptionalDouble bareNanos,
        OptionalDouble uncertainty) {

    /// How much longer it took; 0.1 is a tenth more.
    public OptionalDouble share() {
        return bareNanos.isPresent()
                ? OptionalDouble.of(profiledNanos / bareNanos.getAsDouble() - 1)
                : OptionalDouble.empty();
    }
}
