package dev.llmprof.study.compare;

import dev.llmprof.compare.fact.SideFacts;
import dev.llmprof.compare.metric.MetricRuns;
import dev.llmprof.compare.tree.TimeStrip;
import java.util.List;

/// One side of a comparison: its runs, its metrics with a value a run, what it says of itself, and
/// the time of each run's capture. A table of values has no runs of its own.
public record ComparedSide(
        String label,
        List<SideRun> runs,
        List<MetricRuns> metrics,
        SideFacts facts,
        List<TimeStrip> strips,
        List<String> remarks) {
    public ComparedSide {
        runs = List.copyOf(runs);
        metrics = List.copyOf(metrics);
        strips = List.copyOf(strips);
        remarks = List.copyOf(remarks);
    }

    /// Numbers and nothing beside.
    public ComparedSide(
            String label, List<SideRun> runs, List<MetricRuns> metrics, List<String> remarks) {
        this(label, runs, metrics, SideFacts.NONE, List.of(), remarks);
    }
}
