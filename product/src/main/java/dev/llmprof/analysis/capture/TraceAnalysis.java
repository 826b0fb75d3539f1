package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.breakdown.Attribution;
import dev.llmprof.analysis.breakdown.CategoryBreakdown;
import dev.llmprof.analysis.breakdown.GpuTimeline;
import dev.llmprof.analysis.breakdown.Idle;
import dev.llmprof.analysis.breakdown.KernelBreakdown;
import dev.llmprof.analysis.breakdown.KeyAverages;
import dev.llmprof.analysis.breakdown.LaunchStatistics;
import dev.llmprof.analysis.breakdown.MemoryBreakdown;
import dev.llmprof.analysis.breakdown.ModuleBreakdown;
import dev.llmprof.analysis.breakdown.OperatorBreakdown;
import dev.llmprof.analysis.breakdown.QueueLength;
import dev.llmprof.analysis.breakdown.RangeBreakdown;
import dev.llmprof.analysis.breakdown.RuntimeBreakdown;
import dev.llmprof.analysis.graph.GraphLaunches;
import dev.llmprof.analysis.phase.Phases;
import dev.llmprof.analysis.phase.Steps;
import dev.llmprof.trace.Device;
import dev.llmprof.trace.Rank;
import dev.llmprof.trace.Reading;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// All that is said about one capture with a timeline: PyTorch's or Nsight Systems'.
public record TraceAnalysis(
        String source,
        String tool,
        Reading reading,
        List<Device> devices,
        Optional<Rank> rank,
        SortedMap<String, String> facts,
        long zeroDurationGpuEvents,
        long hostSpanNanos,
        GpuTimeline timeline,
        KernelBreakdown kernels,
        MemoryBreakdown copies,
        MemoryBreakdown sets,
        CategoryBreakdown categories,
        OperatorBreakdown operators,
        OperatorBreakdown operatorsByShape,
        RuntimeBreakdown runtimeCalls,
        Attribution attribution,
        ModuleBreakdown modules,
        Idle idle,
        LaunchStatistics launches,
        LaunchStatistics launchesOfHtaNames,
        QueueLength queue,
        RangeBreakdown ranges,
        Steps steps,
        Phases phases,
        GraphLaunches graphLaunches,
        KeyAverages keyAverages) {

    public long events() {
        return reading.events();
    }

    public long unreadable() {
        return reading.broken();
    }

    /// Does every level divide the same GPU time?
    public Conservation conservation() {
        return Conservation.of(categories, operators, attribution, modules, phases);
    }
}
