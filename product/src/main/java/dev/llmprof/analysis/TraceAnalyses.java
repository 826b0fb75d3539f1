package dev.llmprof.analysis;

import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.Trace;
import java.util.ArrayList;
import java.util.List;

/// Makes the [TraceAnalysis]: nests the host events and links the GPU events once, then lets each
/// analysis sum.
public final class TraceAnalyses {
    private TraceAnalyses() {}

    public static TraceAnalysis of(Trace trace) {
        return study(trace).analysis();
    }

    public static Studied study(Trace trace) {
        return study(EventFacts.of(trace));
    }

    /// As above, of events that have found their places.
    public static Studied study(EventFacts events) {
        Nested nested = events.nested();
        Trace trace = nested.trace();
        GpuTable gpu = trace.gpu();
        HostTable host = trace.host();
        HostTree tree = nested.tree();
        Links links = nested.links();
        Projections projections = nested.projections();
        DeviceTime device = nested.device();
        KernelBreakdown kernels = GpuBreakdowns.kernels(gpu);
        MemoryBreakdown copies = GpuBreakdowns.memory(gpu, GpuKind.COPY);
        MemoryBreakdown sets = GpuBreakdowns.memory(gpu, GpuKind.SET);
        CategoryBreakdown categories = GpuBreakdowns.categories(kernels, copies, sets);
        OperatorBreakdown operators = OperatorBreakdowns.byName(tree, device);
        Attribution attribution = Attributions.of(gpu, host, links);
        ModuleBreakdown modules = ModuleBreakdowns.of(gpu, host, links, nested.modules());
        GpuTimeline timeline = GpuTimelines.of(gpu, links.order());
        Phases phases = PhaseFinder.of(gpu, tree, links);
        TraceAnalysis analysis =
                new TraceAnalysis(
                        trace.source(),
                        trace.tool(),
                        trace.reading(),
                        trace.devices(),
                        trace.rank(),
                        trace.facts(),
                        zeroDurations(gpu),
                        hostSpan(host),
                        timeline,
                        kernels,
                        copies,
                        sets,
                        categories,
                        operators,
                        OperatorBreakdowns.byShape(tree, device),
                        RuntimeBreakdowns.of(tree),
                        attribution,
                        modules,
                        Idles.of(gpu, host, links),
                        Launches.of(gpu, host, links),
                        Launches.ofHtaNames(gpu, host, links),
                        QueueLengths.of(gpu, host, links),
                        RangeBreakdowns.of(tree, projections, trace.gpuRanges()),
                        StepFinder.of(tree, projections),
                        phases,
                        GraphLaunchFinder.of(gpu, host, links),
                        KeyAverageTables.byName(trace, tree),
                        conservation(categories, operators, attribution, modules, phases));
        return new Studied(
                analysis,
                events,
                GraphEvidences.of(
                        trace.source(), gpu, tree, links, nested.enclosing(), nested.modules()),
                RankComparisons.profile(trace, timeline, kernels, links.order()));
    }

    private static Conservation conservation(
            CategoryBreakdown categories,
            OperatorBreakdown operators,
            Attribution attribution,
            ModuleBreakdown modules,
            Phases phases) {
        List<Conservation.Level> levels = new ArrayList<>();
        long named =
                categories.rows().stream()
                        .filter(row -> row.category() != KernelCategory.OTHER)
                        .mapToLong(CategoryBreakdown.Row::totalNanos)
                        .sum();
        levels.add(new Conservation.Level("kernels", categories.totalNanos(), 0));
        levels.add(new Conservation.Level("categories", named, categories.totalNanos() - named));
        levels.add(
                new Conservation.Level(
                        "operators", operators.deviceNanos(), attribution.unattributedNanos()));
        levels.add(
                new Conservation.Level(
                        "modules",
                        modules.attributedNanos(),
                        modules.gpuNanos() - modules.attributedNanos()));
        long inPhases = phases.parts().stream().mapToLong(Phases.Part::gpuNanos).sum();
        levels.add(new Conservation.Level("phases", inPhases, phases.outsideGpuNanos()));
        return new Conservation(attribution.gpuNanos(), levels);
    }

    private static long zeroDurations(GpuTable gpu) {
        long count = 0;
        for (int row = 0; row < gpu.size(); row++) {
            count += gpu.durationNanos().get(row) == 0 ? 1 : 0;
        }
        return count;
    }

    private static long hostSpan(HostTable host) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int row = 0; row < host.size(); row++) {
            first = Math.min(first, host.startNanos().get(row));
            last = Math.max(last, host.endNanos(row));
        }
        return host.size() == 0 ? 0 : last - first;
    }
}
