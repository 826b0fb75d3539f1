package dev.llmprof.analysis;

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
