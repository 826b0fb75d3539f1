package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.breakdown.KeyAverageTables;
import dev.llmprof.analysis.breakdown.KeyAverages;
import dev.llmprof.analysis.breakdown.LaunchStatistics;
import dev.llmprof.analysis.breakdown.Launches;
import dev.llmprof.analysis.breakdown.OperatorBreakdown;
import dev.llmprof.analysis.breakdown.OperatorBreakdowns;
import dev.llmprof.analysis.breakdown.OperatorRates;
import dev.llmprof.analysis.breakdown.QueueLength;
import dev.llmprof.analysis.breakdown.QueueLengths;
import dev.llmprof.analysis.breakdown.RuntimeBreakdown;
import dev.llmprof.analysis.breakdown.RuntimeBreakdowns;
import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.trace.Device;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.Trace;
import java.util.List;
import java.util.Optional;

/// What the host did in a capture: operators, calls, and how they kept the GPU busy.
public record HostTime(
        long spanNanos,
        OperatorBreakdown operators,
        OperatorBreakdown operatorsByShape,
        OperatorRates rates,
        RuntimeBreakdown runtimeCalls,
        LaunchStatistics launches,
        LaunchStatistics launchesOutsideGraphs,
        LaunchStatistics launchesOfHtaNames,
        QueueLength queue,
        KeyAverages keyAverages) {

    static HostTime of(NestedTrace nested) {
        GpuTable gpu = nested.trace().gpu();
        HostTable host = nested.trace().host();
        HostTree tree = nested.tree();
        Links links = nested.links();
        OperatorBreakdown byShape = OperatorBreakdowns.byShape(tree, nested.device(), gpu, links);
        return new HostTime(
                span(host),
                OperatorBreakdowns.byName(byShape),
                byShape,
                OperatorRates.of(tree, nested.device(), links, gpu, () -> device(nested.trace())),
                RuntimeBreakdowns.of(tree),
                Launches.of(gpu, host, links),
                Launches.outsideGraphs(gpu, host, links),
                Launches.ofHtaNames(gpu, host, links),
                QueueLengths.of(gpu, host, links),
                KeyAverageTables.byName(nested.trace(), tree));
    }

    HostTime on(Gpu device) {
        return new HostTime(
                spanNanos,
                operators,
                operatorsByShape,
                rates.on(device),
                runtimeCalls,
                launches,
                launchesOutsideGraphs,
                launchesOfHtaNames,
                queue,
                keyAverages);
    }

    /// Empty unless all devices are one kind that our data knows.
    private static Optional<Gpu> device(Trace trace) {
        List<Gpu> known =
                trace.devices().stream()
                        .map(Device::name)
                        .filter(name -> !name.isEmpty())
                        .distinct()
                        .flatMap(name -> ShippedGpus.matching(name).stream())
                        .distinct()
                        .toList();
        return known.size() == 1 ? Optional.of(known.getFirst()) : Optional.empty();
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
