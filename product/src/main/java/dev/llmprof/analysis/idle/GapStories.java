package dev.llmprof.analysis.idle;

import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.idle.IdleGap.GapCall;
import dev.llmprof.analysis.idle.IdleGap.GapHost;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Tells what the host did in the largest gaps, looking at the events of the launching thread that
/// overlap them.
final class GapStories {
    private static final int CALLS = 3;

    private final GpuTable gpu;
    private final HostThreads threads;
    private final long firstNanos;

    GapStories(NestedTrace nested, HostThreads threads) {
        this.gpu = nested.trace().gpu();
        this.threads = threads;
        this.firstNanos = first(gpu, threads.host());
    }

    /// Of what is drawn: operators, ranges and the GPU's work.
    private static long first(GpuTable gpu, HostTable host) {
        long first = Long.MAX_VALUE;
        for (int row = 0; row < gpu.size(); row++) {
            first = Math.min(first, gpu.startNanos().get(row));
        }
        for (int row = 0; row < host.size(); row++) {
            HostKind kind = host.kindOf(row);
            if (kind == HostKind.OPERATOR || kind == HostKind.RANGE) {
                first = Math.min(first, host.startNanos().get(row));
            }
        }
        return first;
    }

    List<IdleGap> of(String device, List<DeviceGaps.Stretch> gaps) {
        List<List<Integer>> inside = inside(gaps);
        List<IdleGap> told = new ArrayList<>();
        for (int at = 0; at < gaps.size(); at++) {
            DeviceGaps.Stretch gap = gaps.get(at);
            told.add(
                    new IdleGap(
                            device,
                            gap.from() - firstNanos,
                            gap.nanos(),
                            gap.cause(),
                            gpu.name().get(gap.before()),
                            gpu.name().get(gap.after()),
                            gap.thread() == Links.NONE
                                    ? GapHost.NOT_KNOWN
                                    : host(gap, inside.get(at))));
        }
        return told;
    }

    /// For each gap what its thread did in it, by start; a thread is looked through once.
    private List<List<Integer>> inside(List<DeviceGaps.Stretch> gaps) {
        List<List<Integer>> inside = new ArrayList<>();
        gaps.forEach(_ -> inside.add(new ArrayList<>()));
        gaps.stream()
                .map(DeviceGaps.Stretch::thread)
                .filter(thread -> thread != Links.NONE)
                .distinct()
                .forEach(thread -> walk(thread, gaps, inside));
        return inside;
    }

    /// Gaps of one GPU lie apart, and the events come by start.
    private void walk(int thread, List<DeviceGaps.Stretch> gaps, List<List<Integer>> inside) {
        int[] own = Rows.where(gaps.size(), at -> gaps.get(at).thread() == thread);
        Rows.sorted(own, (a, b) -> Long.compare(gaps.get(a).from(), gaps.get(b).from()));
        int first = 0;
        for (int event : threads.events(thread)) {
            long start = threads.start(event);
            while (first < own.length && gaps.get(own[first]).to() <= start) {
                first++;
            }
            if (first == own.length) {
                return;
            }
            long end = threads.end(event);
            for (int at = first; at < own.length && gaps.get(own[at]).from() < end; at++) {
                inside.get(own[at]).add(event);
            }
        }
    }

    private GapHost host(DeviceGaps.Stretch gap, List<Integer> inside) {
        List<Integer> covering = new ArrayList<>();
        for (int event : inside) {
            if (2 * overlap(gap, event) >= gap.nanos()) {
                covering.add(event);
            }
        }
        List<Integer> marks =
                covering.stream().filter(e -> !threads.isPython(e) && !threads.isCall(e)).toList();
        List<Integer> frames = covering.stream().filter(threads::isPython).toList();
        return new GapHost(
                marks.isEmpty() ? "" : threads.name(marks.getFirst()),
                marks.isEmpty() ? "" : threads.name(marks.getLast()),
                frames.isEmpty() ? "" : threads.name(frames.getLast()),
                calls(gap, inside),
                activities(gap, inside));
    }

    private long overlap(DeviceGaps.Stretch gap, int event) {
        return Math.min(gap.to(), threads.end(event)) - Math.max(gap.from(), threads.start(event));
    }

    private List<GapCall> calls(DeviceGaps.Stretch gap, List<Integer> inside) {
        Map<String, long[]> sums = new HashMap<>();
        for (int event : inside) {
            if (threads.isCall(event)) {
                long[] sum = sums.computeIfAbsent(threads.name(event), _ -> new long[2]);
                sum[0]++;
                sum[1] += overlap(gap, event);
            }
        }
        return sums.entrySet().stream()
                .map(sum -> new GapCall(sum.getKey(), sum.getValue()[0], sum.getValue()[1]))
                .sorted(
                        Comparator.comparingLong(GapCall::nanos)
                                .reversed()
                                .thenComparing(GapCall::name))
                .limit(CALLS)
                .toList();
    }

    private Map<HostActivity, Long> activities(DeviceGaps.Stretch gap, List<Integer> inside) {
        long[] start = {gap.from()};
        long[] end = {gap.to()};
        long[] sums =
                ActivitySweep.sums(
                        threads, inside.stream().mapToInt(Integer::intValue).toArray(), start, end);
        Map<HostActivity, Long> activities = new EnumMap<>(HostActivity.class);
        for (HostActivity activity : HostActivity.values()) {
            if (activity.level() < sums.length && sums[activity.level()] > 0) {
                activities.put(activity, sums[activity.level()]);
            }
        }
        long known = Arrays.stream(sums).sum();
        activities.put(HostActivity.NOTHING, gap.nanos() - known);
        return activities;
    }
}
