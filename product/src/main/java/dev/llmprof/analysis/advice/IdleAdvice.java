package dev.llmprof.analysis.advice;

import static dev.llmprof.analysis.advice.Advices.share;

import dev.llmprof.analysis.breakdown.LaunchStatistics;
import dev.llmprof.analysis.breakdown.MemoryBreakdown;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.GpuDevice;
import dev.llmprof.analysis.capture.GpuTime;
import dev.llmprof.analysis.idle.DeviceIdle;
import dev.llmprof.analysis.idle.HostActivity;
import dev.llmprof.analysis.idle.IdleCause;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/// What a GPU does while it does not compute. Of several GPUs the one that loses most is named.
final class IdleAdvice {
    /// Of the GPU's span.
    private static final double WORTH_SAYING = .05;

    private static final double UNEVEN = .10;
    private static final double IN_GRAPHS = .25;

    private final Capture capture;
    private final List<GpuDevice> gpus;
    private final List<Advice> found = new ArrayList<>();

    private IdleAdvice(Capture capture) {
        this.capture = capture;
        this.gpus = capture.gpu().devices();
    }

    static List<Advice> of(Capture capture) {
        IdleAdvice rules = new IdleAdvice(capture);
        // Of a device that worked unseen nobody knows when it was idle.
        if (capture.gpu().graphLaunches().unseen() == 0) {
            rules.idle();
        }
        rules.exposed();
        rules.uneven();
        return rules.found;
    }

    private void idle() {
        Advice.Launching launching = launching(capture);
        most(gpu -> late(gpu).values().stream().mapToLong(Long::longValue).sum())
                .ifPresent(it ->
                        found.add(
                                new Advice.HostWait(
                                        it.place,
                                        it.nanos,
                                        it.gpu.idle().gaps(IdleCause.HOST_WAIT),
                                        late(it.gpu),
                                        launching,
                                        it.share)));
        most(gpu -> gpu.idle().nanos(IdleCause.LAUNCH_GAP))
                .ifPresent(it ->
                        found.add(
                                new Advice.LaunchGaps(
                                        it.place,
                                        it.nanos,
                                        it.gpu.idle().gaps(IdleCause.LAUNCH_GAP),
                                        launching,
                                        it.share)));
        most(gpu -> gpu.idle().nanos(IdleCause.GRAPH_GAP))
                .ifPresent(it ->
                        found.add(
                                new Advice.GraphGaps(
                                        it.place,
                                        it.nanos,
                                        it.gpu.idle().gaps(IdleCause.GRAPH_GAP),
                                        it.share)));
    }

    private void exposed() {
        most(gpu -> gpu.timeline().exposedCopyNanos())
                .ifPresent(it ->
                        found.add(
                                new Advice.ExposedCopies(
                                        it.place, it.nanos, mostCopies(), it.share)));
        most(gpu -> gpu.timeline().exposedCommunicationNanos())
                .ifPresent(it ->
                        found.add(new Advice.ExposedCommunication(it.place, it.nanos, it.share)));
    }

    private Optional<Advice.Copies> mostCopies() {
        MemoryBreakdown copies = capture.gpu().copies();
        return copies.rows().stream()
                .limit(1)
                .map(row -> new Advice.Copies(row.name(), row.spread().totalNanos(), row.bytes()))
                .filter(row -> 2 * row.nanos() > copies.totalNanos())
                .findFirst();
    }

    /// A GPU that only passes data on has no part in the work.
    private void uneven() {
        List<GpuDevice> computing =
                gpus.stream().filter(gpu -> gpu.timeline().computationNanos() > 0).toList();
        if (computing.size() < 2) {
            return;
        }
        GpuDevice slowest =
                computing.stream()
                        .max(Comparator.comparingLong(gpu -> gpu.timeline().computationNanos()))
                        .orElseThrow();
        long nanos = slowest.timeline().computationNanos();
        double mean =
                computing.stream()
                        .mapToLong(gpu -> gpu.timeline().computationNanos())
                        .average()
                        .orElseThrow();
        double lost = share(nanos - mean, (double) slowest.timeline().spanNanos());
        if (lost > UNEVEN) {
            var place = new Advice.Place(Advices.name(capture), slowest.label());
            found.add(new Advice.UnevenGpus(place, nanos, mean, computing.size(), lost));
        }
    }

    /// What one GPU loses.
    private record Loss(GpuDevice gpu, Advice.Place place, long nanos, double share) {}

    private Optional<Loss> most(ToLongFunction<GpuDevice> nanos) {
        return gpus.stream()
                .max(Comparator.comparingLong(nanos))
                .map(gpu -> loss(gpu, nanos.applyAsLong(gpu)))
                .filter(loss -> loss.share > WORTH_SAYING);
    }

    private Loss loss(GpuDevice gpu, long nanos) {
        String which = gpu.label() + (gpus.size() > 1 ? " (the most of " + gpus.size() + ")" : "");
        return new Loss(
                gpu,
                new Advice.Place(Advices.name(capture), which),
                nanos,
                share(nanos, gpu.timeline().spanNanos()));
    }

    private static Map<HostActivity, Long> late(GpuDevice gpu) {
        DeviceIdle idle = gpu.idle();
        Map<HostActivity, Long> host = new EnumMap<>(HostActivity.class);
        host.putAll(idle.hostNanos());
        // A host that waits while nothing runs waits for something that was not recorded.
        host.remove(HostActivity.SYNCHRONISATION);
        return host;
    }

    private static Advice.Launching launching(Capture capture) {
        LaunchStatistics alone = capture.host().launchesOutsideGraphs();
        GpuTime gpu = capture.gpu();
        boolean graphs =
                share(gpu.graphLaunches().sumNanos(), gpu.attribution().gpuNanos()) > IN_GRAPHS;
        return new Advice.Launching(alone.shortKernels(), alone.pairs(), graphs);
    }
}
