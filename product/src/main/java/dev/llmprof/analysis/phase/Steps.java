package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.breakdown.RangeBreakdown.Projection;
import java.util.List;

/// The run's steps in time order: the profiler's own, and those of a serving engine, which may
/// nest.
public record Steps(List<Step> profiler, List<EngineStep> engine) {
    /// A `ProfilerStep#n`.
    public record Step(String name, long startNanos, long hostNanos, Projection gpu) {}

    /// A step that says whether it was prefill or decode; `style` is whose words it uses.
    public record EngineStep(
            String name,
            String style,
            Phase phase,
            long startNanos,
            long hostNanos,
            Projection gpu) {}

    /// What a step does for its requests.
    public enum Phase {
        PREFILL("prefill"),
        DECODE("decode"),
        MIXED("mixed");

        private final String label;

        Phase(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }
}
