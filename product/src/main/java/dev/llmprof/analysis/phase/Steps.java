package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.breakdown.RangeBreakdown.Projection;
import java.util.List;

/// The run's steps in time order: the profiler's own, and those of a serving engine, which may
/// nest.
public record Steps(List<Step> profiler, List<EngineStep> engine) {
    /// A `ProfilerStep#n`.
    public record Step(String name, long startNanos, long hostNanos, Projection gpu) {}

    /// A step that says whether it was prefill or decode.
    public record EngineStep(
            String name, StepFacts facts, long startNanos, long hostNanos, Projection gpu) {}
}
