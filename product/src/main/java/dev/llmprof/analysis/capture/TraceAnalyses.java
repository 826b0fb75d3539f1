package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.breakdown.Attributions;
import dev.llmprof.analysis.breakdown.GpuBreakdowns;
import dev.llmprof.analysis.breakdown.GpuTimelines;
import dev.llmprof.analysis.breakdown.Idles;
import dev.llmprof.analysis.breakdown.KernelBreakdown;
import dev.llmprof.analysis.breakdown.KeyAverageTables;
import dev.llmprof.analysis.breakdown.Launches;
import dev.llmprof.analysis.breakdown.MemoryBreakdown;
import dev.llmprof.analysis.breakdown.ModuleBreakdowns;
import dev.llmprof.analysis.breakdown.Nested;
import dev.llmprof.analysis.breakdown.OperatorBreakdowns;
import dev.llmprof.analysis.breakdown.QueueLengths;
import dev.llmprof.analysis.breakdown.RangeBreakdowns;
import dev.llmprof.analysis.breakdown.RuntimeBreakdowns;
import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.graph.GraphEvidences;
import dev.llmprof.analysis.graph.GraphLaunchFinder;
import dev.llmprof.analysis.phase.PhaseFinder;
import dev.llmprof.analysis.phase.StepFinder;
import dev.llmprof.analysis.rank.RankComparisons;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.Trace;

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
        TraceAnalysis analysis = analysis(nested);
        return new Studied(
                analysis,
                events,
                GraphEvidences.of(
                        analysis.source(),
                        nested.trace().gpu(),
                        nested.tree(),
                        nested.links(),
                        nested.enclosing(),
                        nested.modules()),
                RankComparisons.profile(
                        nested.trace(),
                        analysis.timeline(),
                        analysis.kernels(),
                        nested.links().order()));
    }

    private static TraceAnalysis analysis(Nested nested) {
        Trace trace = nested.trace();
        GpuTable gpu = trace.gpu();
        HostTable host = trace.host();
        HostTree tree = nested.tree();
        Links links = nested.links();
        KernelBreakdown kernels = GpuBreakdowns.kernels(gpu);
        MemoryBreakdown copies = GpuBreakdowns.memory(gpu, GpuKind.COPY);
        MemoryBreakdown sets = GpuBreakdowns.memory(gpu, GpuKind.SET);
        return new TraceAnalysis(
                trace.source(),
                trace.tool(),
                trace.reading(),
                trace.devices(),
                trace.rank(),
                trace.facts(),
                zeroDurations(gpu),
                hostSpan(host),
                GpuTimelines.of(gpu, links.order()),
                kernels,
                copies,
                sets,
                GpuBreakdowns.categories(kernels, copies, sets),
                OperatorBreakdowns.byName(tree, nested.device()),
                OperatorBreakdowns.byShape(tree, nested.device()),
                RuntimeBreakdowns.of(tree),
                Attributions.of(gpu, host, links),
                ModuleBreakdowns.of(gpu, host, links, nested.modules()),
                Idles.of(gpu, host, links),
                Launches.of(gpu, host, links),
                Launches.ofHtaNames(gpu, host, links),
                QueueLengths.of(gpu, host, links),
                RangeBreakdowns.of(tree, nested.projections(), trace.gpuRanges()),
                StepFinder.of(tree, nested.projections()),
                PhaseFinder.of(gpu, tree, links),
                GraphLaunchFinder.of(gpu, host, links),
                KeyAverageTables.byName(trace, tree));
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
