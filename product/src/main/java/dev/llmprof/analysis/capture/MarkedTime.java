package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.breakdown.RangeBreakdown;
import dev.llmprof.analysis.breakdown.RangeBreakdowns;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.analysis.phase.PhaseFinder;
import dev.llmprof.analysis.phase.Phases;
import dev.llmprof.analysis.phase.StepFinder;
import dev.llmprof.analysis.phase.Steps;

/// The time in what the program marked: its ranges, and the steps and phases among them.
public record MarkedTime(RangeBreakdown ranges, Steps steps, Phases phases) {

    static MarkedTime of(NestedTrace nested) {
        return new MarkedTime(
                RangeBreakdowns.of(nested.tree(), nested.projections(), nested.trace().gpuRanges()),
                StepFinder.of(nested.tree(), nested.projections()),
                PhaseFinder.of(nested.trace().gpu(), nested.tree(), nested.links()));
    }
}
