package dev.llmprof.compare.tree;

import dev.llmprof.analysis.event.KernelOrigin;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.idle.DeviceIdles;
import dev.llmprof.analysis.kernel.KernelCategory;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.analysis.phase.StepPlaces;
import dev.llmprof.table.IntColumn;
import dev.llmprof.table.LongColumn;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.LaunchShape;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Divides the time of a capture with GPU work: an event owns what no event before it has, each gap
/// belongs to what comes next.
final class GpuStrips {
    private static final int LAUNCH = 64;

    private final NestedTrace nested;
    private final GpuTable gpu;
    private final HostTable host;
    private final Links links;
    private final StepPlaces steps;
    private final StripBuilder strip = new StripBuilder();
    private final WorkNames names;
    private final int[] unitOfOperator;
    private final Map<Integer, Replay> replays = new HashMap<>();
    private final int[] unitOfRow;
    private long[] longest = new long[64];

    private GpuStrips(NestedTrace nested) {
        this.nested = nested;
        this.gpu = nested.trace().gpu();
        this.host = nested.trace().host();
        this.links = nested.links();
        this.steps = StepPlaces.of(nested);
        this.names = new WorkNames(host, strip);
        this.unitOfOperator = new int[host.size()];
        this.unitOfRow = new int[gpu.size()];
        Arrays.fill(unitOfOperator, TimeStrip.NONE);
    }

    static TimeStrip of(NestedTrace nested) {
        return new GpuStrips(nested).strip();
    }

    /// The operator of a replay that is under way.
    private record Replay(KernelOrigin origin, int unit) {}

    private TimeStrip strip() {
        long first = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        for (int row : links.order()) {
            long start = gpu.startNanos().get(row);
            long stop = gpu.endNanos(row);
            long owned = Math.max(0, stop - Math.max(start, end));
            unitOfRow[row] = unit(row);
            categorise(unitOfRow[row], row);
            strip.work(
                    unitOfRow[row],
                    strip.word(gpu.name().get(row)),
                    owned,
                    gpu.durationNanos().get(row) - owned);
            first = Math.min(first, start);
            end = Math.max(end, stop);
        }
        idle();
        return strip.build(steps, end - first);
    }

    private void idle() {
        var rows = new IntColumn.Builder();
        var causes = new IntColumn.Builder();
        var nanos = new LongColumn.Builder();
        DeviceIdles.each(
                nested,
                (row, cause, part) -> {
                    rows.add(row);
                    causes.add(strip.word("idle: " + cause.label()));
                    nanos.add(part);
                });
        IntColumn row = rows.build();
        IntColumn cause = causes.build();
        LongColumn part = nanos.build();
        for (int at = 0; at < row.size(); at++) {
            strip.idle(unitOfRow[row.get(at)], cause.get(at), part.get(at));
        }
    }

    private int unit(int row) {
        Optional<KernelOrigin> replayed = links.replayedOperator(row);
        if (replayed.isPresent()) {
            return replayedUnit(row, replayed.get());
        }
        int operator = links.operator(row);
        if (operator == Links.NONE) {
            return launchUnit(row);
        }
        if (unitOfOperator[operator] == TimeStrip.NONE) {
            unitOfOperator[operator] = unit(row, names.of(operator));
        }
        return unitOfOperator[operator];
    }

    private int replayedUnit(int row, KernelOrigin origin) {
        int call = links.call(row);
        Replay open = replays.get(call);
        boolean same = open != null && open.origin.with("", "").equals(origin.with("", ""));
        if (open == null || origin.first() || !same) {
            open = new Replay(origin, unit(row, names.of(origin)));
            replays.put(call, open);
        }
        return open.unit;
    }

    private int unit(int row, WorkNames.Named named) {
        return strip.unit(
                new StripBuilder.Unit(
                        strip.place(place(row)),
                        steps.ofGpu(links, row),
                        launched(row),
                        named.operator(),
                        named.label(),
                        named.shape(),
                        named.elements()));
    }

    /// Known by what it does and how large it is: its name may be another's.
    private int launchUnit(int row) {
        KernelCategory category = nested.category(row);
        LaunchShape shape = gpu.shape().get(row);
        long threads =
                (long) shape.gridX()
                        * shape.gridY()
                        * shape.gridZ()
                        * shape.blockX()
                        * shape.blockY()
                        * shape.blockZ();
        long bytes = gpu.bytes().get(row);
        long size = log2(threads > 0 ? threads : bytes);
        String token = "launch " + category + " " + size + " " + log2(gpu.durationNanos().get(row));
        return strip.unit(
                new StripBuilder.Unit(
                        strip.place(place(row)),
                        steps.ofGpu(links, row),
                        launched(row),
                        TimeStrip.NONE,
                        strip.word("no operator: " + category.label()),
                        strip.word(token),
                        -1 - size - LAUNCH * (long) gpu.kind().get(row)));
    }

    private static long log2(long value) {
        return (long) LAUNCH - Long.numberOfLeadingZeros(value);
    }

    /// By the longest of its launches.
    private void categorise(int unit, int row) {
        if (unit >= longest.length) {
            longest = Arrays.copyOf(longest, 2 * longest.length);
        }
        long nanos = gpu.durationNanos().get(row) + 1;
        KernelCategory category = nested.category(row);
        if (nanos > longest[unit] && category != KernelCategory.OTHER) {
            longest[unit] = nanos;
            strip.category(unit, strip.word(category.label()));
        }
    }

    private WorkPlace place(int row) {
        int step = steps.ofGpu(links, row);
        return new WorkPlace(
                nested.phaseOfGpu(row),
                step == StepPlaces.NONE ? "" : steps.kind(step),
                nested.module(row));
    }

    /// Streams may swap their events; the host's order is the program's.
    private long launched(int row) {
        int call = links.call(row);
        int operator = call == Links.NONE ? links.operator(row) : call;
        return operator == Links.NONE ? gpu.startNanos().get(row) : host.startNanos().get(operator);
    }
}
