package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.breakdown.KeyAverageTables;
import dev.llmprof.analysis.breakdown.KeyAverages;
import dev.llmprof.analysis.breakdown.LaunchStatistics;
import dev.llmprof.analysis.breakdown.Launches;
import dev.llmprof.analysis.breakdown.OperatorBreakdown;
import dev.llmprof.analysis.breakdown.OperatorBreakdowns;
import dev.llmprof.analysis.breakdown.QueueLength;
import dev.llmprof.analysis.breakdown.QueueLengths;
import dev.llmprof.analysis.breakdown.RuntimeBreakdown;
import dev.llmprof.analysis.breakdown.RuntimeBreakdowns;
import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;

/// What the host did in a capture: operators, calls, and how they kept the GPU busy.
public record HostTime(
        long spanNanos,
        OperatorBreakdown operators,
        OperatorBreakdown operatorsByShape,
        RuntimeBreakdown runtimeCalls,
        LaunchStatistics launches,
        LaunchStatistics launchesOfHtaNames,
        QueueLength queue,
        KeyAverages keyAverages) {

    static HostTime of(NestedTrace nested) {
        GpuTable gpu = nested.trace().gpu();
        HostTable host = nested.trace().host();
        HostTree tree = nested.tree();
        Links links = nested.links();
        return new HostTime(
                span(host),
                OperatorBreakdowns.byName(tree, nested.device()),
                OperatorBreakdowns.byShape(tree, nested.device()),
                RuntimeBreakdowns.of(tree),
                Launches.of(gpu, host, links),
                Launches.ofHtaNames(gpu, host, links),
                QueueLengths.of(gpu, host, links),
                KeyAverageTables.byName(nested.trace(), tree));
    }

    private static long span(HostTable host) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int row = 0; row < host.size(); row++) {
            first = Math.min(first, host.startNanos().get(row));
            last = Math.max(last, host.endNanos(row));
        }
        return host.size() == 0 ? 0 : last - first;
    }
}
