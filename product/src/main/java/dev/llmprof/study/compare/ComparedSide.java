package dev.llmprof.study.compare;

import dev.llmprof.compare.fact.SideFacts;
import dev.llmprof.compare.metric.MetricRuns;
import dev.llmprof.compare.tree.TimeStrip;
import java.util.List;

/// One side of a comparison: its runs, its metrics with a value a run, what it says of itself, and
/// the time of each run's capture. Tables of values and baselines have no runs of their own.
///
/// @param kept the captures that a baseline was made of
public record ComparedSide(
        String label,
        List<SideRun> runs,
        List<MetricRuns> metrics,
        SideFacts facts,
        List<TimeStrip> strips,
        List<CaptureSum> kept,
        List<String> remarks) {
    public ComparedSide {
        runs = List.copyOf(runs);
        metrics = List.copyOf(metrics);
        strips = List.copyOf(strips);
        kept = List.copyOf(kept);
        remarks = List.copyOf(remarks);
    }

    /// Numbers and nothing beside.
    static ComparedSide ofValues(String label, List<MetricRuns> metrics, List<String> remarks) {
        return new ComparedSide(
                label, List.of(), metrics, SideFacts.NONE, List.of(), List.of(), remarks);
    }
}
