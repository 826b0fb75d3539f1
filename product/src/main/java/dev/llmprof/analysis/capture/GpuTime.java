package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.breakdown.Attribution;
import dev.llmprof.analysis.breakdown.Attributions;
import dev.llmprof.analysis.breakdown.CategoryBreakdown;
import dev.llmprof.analysis.breakdown.GpuBreakdowns;
import dev.llmprof.analysis.breakdown.GpuTimeline;
import dev.llmprof.analysis.breakdown.GpuTimelines;
import dev.llmprof.analysis.breakdown.Idle;
import dev.llmprof.analysis.breakdown.Idles;
import dev.llmprof.analysis.breakdown.KernelBreakdown;
import dev.llmprof.analysis.breakdown.MemoryBreakdown;
import dev.llmprof.analysis.breakdown.ModuleBreakdown;
import dev.llmprof.analysis.breakdown.ModuleBreakdowns;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.graph.GraphLaunchFinder;
import dev.llmprof.analysis.graph.GraphLaunches;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;

/// What the GPUs of a capture did, and who asked for it.
public record GpuTime(
        GpuTimeline timeline,
        KernelBreakdown kernels,
        MemoryBreakdown copies,
        MemoryBreakdown sets,
        CategoryBreakdown categories,
        Attribution attribution,
        ModuleBreakdown modules,
        Idle idle,
        GraphLaunches graphLaunches,
        long zeroDurationEvents) {

    static GpuTime of(NestedTrace nested) {
        GpuTable gpu = nested.trace().gpu();
        HostTable host = nested.trace().host();
        Links links = nested.links();
        KernelBreakdown kernels = GpuBreakdowns.kernels(gpu);
        MemoryBreakdown copies = GpuBreakdowns.memory(gpu, GpuKind.COPY);
        MemoryBreakdown sets = GpuBreakdowns.memory(gpu, GpuKind.SET);
        return new GpuTime(
                GpuTimelines.of(gpu, links.order()),
                kernels,
                copies,
                sets,
                GpuBreakdowns.categories(kernels, copies, sets),
                Attributions.of(gpu, host, links),
                ModuleBreakdowns.of(gpu, host, links, nested.modules()),
                Idles.of(gpu, host, links),
                GraphLaunchFinder.of(gpu, host, links),
                zeroDurations(gpu));
    }

    private static long zeroDurations(GpuTable gpu) {
        long count = 0;
        for (int row = 0; row < gpu.size(); row++) {
            count += gpu.durationNanos().get(row) == 0 ? 1 : 0;
        }
        return count;
    }
}
