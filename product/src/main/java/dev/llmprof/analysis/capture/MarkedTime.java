package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.breakdown.RangeBreakdown;
import dev.llmprof.analysis.breakdown.RangeBreakdowns;
import dev.llmprof.analysis.event.Modules;
import dev.llmprof.analysis.path.CriticalPath;
import dev.llmprof.analysis.path.CriticalPaths;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.analysis.phase.PhaseFinder;
import dev.llmprof.analysis.phase.Phases;
import dev.llmprof.analysis.phase.StepFinder;
import dev.llmprof.analysis.phase.StepPart;
import dev.llmprof.analysis.phase.StepTimes;
import dev.llmprof.analysis.phase.StepTiming;
import dev.llmprof.analysis.phase.Steps;
import dev.llmprof.analysis.phase.WorkerRole;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The time in what the program marked: its ranges, and the steps and phases among them.
public record MarkedTime(
        RangeBreakdown ranges, Steps steps, Phases phases, StepTimes times, CriticalPath path) {
    /// Those that are neither a step nor a phase, which have tables of their own, if there are any;
    /// then all of them but modules, which have one too.
    public List<RangeBreakdown.Row> namedRanges() {
        Set<String> steps =
                this.steps.profiler().stream().map(Steps.Step::name).collect(Collectors.toSet());
        List<RangeBreakdown.Row> rows =
                ranges.rows().stream().filter(row -> !Modules.isDescription(row.name())).toList();
        boolean others =
                rows.stream()
                        .filter(row -> row.hostCount() > 0)
                        .map(RangeBreakdown.Row::name)
                        .anyMatch(
                                name -> !steps.contains(name) && PhaseFinder.phase(name).isEmpty());
        return others ? rows : List.of();
    }

    /// What an engine marks within its steps.
    public List<StepPart> parts() {
        return StepPart.of(ranges);
    }

    public WorkerRole role() {
        return WorkerRole.of(times.steps(), parts());
    }

    static MarkedTime of(NestedTrace nested) {
        Steps steps = StepFinder.of(nested.tree(), nested.projections());
        return new MarkedTime(
                RangeBreakdowns.of(nested.tree(), nested.projections(), nested.trace().gpuRanges()),
                steps,
                PhaseFinder.of(nested),
                StepTiming.of(nested),
                CriticalPaths.of(nested, steps));
    }
}
