package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.breakdown.Attribution;
import dev.llmprof.analysis.breakdown.Attributions;
import dev.llmprof.analysis.breakdown.CategoryBreakdown;
import dev.llmprof.analysis.breakdown.GpuBreakdowns;
import dev.llmprof.analysis.breakdown.GpuTimeline;
import dev.llmprof.analysis.breakdown.Idle;
import dev.llmprof.analysis.breakdown.Idles;
import dev.llmprof.analysis.breakdown.KernelBreakdown;
import dev.llmprof.analysis.breakdown.MemoryBreakdown;
import dev.llmprof.analysis.breakdown.ModuleBreakdown;
import dev.llmprof.analysis.breakdown.ModuleBreakdowns;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.graph.GraphLaunchFinder;
import dev.llmprof.analysis.graph.GraphLaunches;
import dev.llmprof.analysis.idle.IdleCause;
import dev.llmprof.analysis.idle.IdleGap;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import java.util.Comparator;
import java.util.List;

/// What the GPUs of a capture did, and who asked for it. `timeline` is the sum over the GPUs.
public record GpuTime(
        GpuTimeline timeline,
        List<GpuDevice> devices,
        KernelBreakdown kernels,
        MemoryBreakdown copies,
        MemoryBreakdown sets,
        CategoryBreakdown categories,
        Attribution attribution,
        ModuleBreakdown modules,
        Idle idle,
        GraphLaunches graphLaunches,
        long zeroDurationEvents) {
    private static final int LARGEST_GAPS = 10;

    /// Times are rounded to nanoseconds and taken by clocks that are coarser: less is no gap.
    private static final long TOLD_NANOS = 100;

    public GpuTime {
        devices = List.copyOf(devices);
    }

    /// The largest gaps of all GPUs, the largest first.
    public List<IdleGap> gaps() {
        return devices.stream()
                .flatMap(device -> device.idle().largest().stream())
                .filter(gap -> gap.nanos() >= TOLD_NANOS)
                .sorted(Comparator.comparingLong(IdleGap::nanos).reversed())
                .limit(LARGEST_GAPS)
                .toList();
    }

    /// Summed over the GPUs.
    public long idleNanos(IdleCause cause) {
        return devices.stream().mapToLong(device -> device.idle().nanos(cause)).sum();
    }

    static GpuTime of(NestedTrace nested) {
        GpuTable gpu = nested.trace().gpu();
        HostTable host = nested.trace().host();
        Links links = nested.links();
        KernelBreakdown kernels = GpuBreakdowns.kernels(gpu, nested.kinds());
        MemoryBreakdown copies = GpuBreakdowns.memory(gpu, GpuKind.COPY);
        MemoryBreakdown sets = GpuBreakdowns.memory(gpu, GpuKind.SET);
        List<GpuDevice> devices = GpuDevice.of(nested);
        return new GpuTime(
                devices.stream()
                        .map(GpuDevice::timeline)
                        .reduce(GpuTimeline.NOTHING, GpuTimeline::plus),
                devices,
                kernels,
                copies,
                sets,
                GpuBreakdowns.categories(gpu, nested.kinds()),
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
