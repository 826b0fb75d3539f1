package dev.llmprof.analysis.idle;

import dev.llmprof.analysis.event.Links;
import dev.llmprof.table.IntColumn;
import dev.llmprof.table.LongColumn;
import dev.llmprof.table.Rows;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;

/// The gaps of one GPU while its events go by in the order of their starts.
final class DeviceGaps {
    private static final int LARGEST = 10;
    private static final Comparator<Stretch> BY_LENGTH =
            Comparator.comparingLong(Stretch::nanos)
                    .thenComparing(Comparator.comparingLong(Stretch::from).reversed());

    /// Nanoseconds and gaps.
    private final Map<IdleCause, long[]> causes = new EnumMap<>(IdleCause.class);

    private final PriorityQueue<Stretch> largest = new PriorityQueue<>(BY_LENGTH);
    private final BitSet replays = new BitSet();
    private final LongColumn.Builder starts = new LongColumn.Builder();
    private final LongColumn.Builder ends = new LongColumn.Builder();
    private final IntColumn.Builder threads = new IntColumn.Builder();
    private long launchNanos;
    private int lastRow = Links.NONE;
    private int lastThread = Links.NONE;
    private long endNanos = Long.MIN_VALUE;
    private long openUntilNanos;
    private int openRow;
    private IdleCause openCause = IdleCause.UNKNOWN;
    private long doneNanos;
    private long mostNanos;
    private final IdleParts parts;

    DeviceGaps(IdleParts parts) {
        this.parts = parts;
    }

    /// A gap: the rows around it, the launching thread and what most of it waited for.
    record Stretch(long from, long to, int before, int after, int thread, IdleCause cause) {
        long nanos() {
            return to - from;
        }
    }

    boolean begun() {
        return lastRow != Links.NONE;
    }

    long endNanos() {
        return endNanos;
    }

    int lastRow() {
        return lastRow;
    }

    void ran(int row, long end) {
        if (end >= endNanos) {
            endNanos = end;
            lastRow = row;
        }
    }

    void replaying(int call) {
        replays.set(call);
    }

    boolean isReplaying(int call) {
        return replays.get(call);
    }

    void open(int row, long until, int thread) {
        lastThread = thread == Links.NONE ? lastThread : thread;
        openUntilNanos = until;
        openRow = row;
        openCause = IdleCause.UNKNOWN;
        doneNanos = endNanos;
        mostNanos = 0;
    }

    /// Until `called` the host did something else, until `reached` it launched.
    void hostWait(long called, long reached) {
        starts.add(doneNanos);
        ends.add(called);
        threads.add(lastThread);
        launchNanos += Math.max(called, reached) - called;
        wait(IdleCause.HOST_WAIT, Math.max(called, reached));
    }

    void wait(IdleCause cause, long until) {
        long part = until - doneNanos;
        if (part > 0) {
            long[] sums = causes.computeIfAbsent(cause, _ -> new long[2]);
            sums[0] += part;
            sums[1]++;
            parts.part(openRow, cause, part);
            doneNanos = until;
        }
        if (part > mostNanos) {
            mostNanos = part;
            openCause = cause;
        }
    }

    void close() {
        // Of equal ones the earlier stays.
        if (largest.size() == LARGEST && openUntilNanos - endNanos <= largest.element().nanos()) {
            return;
        }
        largest.add(new Stretch(endNanos, openUntilNanos, lastRow, openRow, lastThread, openCause));
        if (largest.size() > LARGEST) {
            largest.remove();
        }
    }

    DeviceIdle idle(String device, HostThreads host, GapStories stories) {
        List<Stretch> top = largest.stream().sorted(BY_LENGTH.reversed()).toList();
        return new DeviceIdle(byCause(0), byCause(1), activities(host), stories.of(device, top));
    }

    private Map<IdleCause, Long> byCause(int which) {
        Map<IdleCause, Long> byCause = new EnumMap<>(IdleCause.class);
        causes.forEach((cause, sums) -> byCause.put(cause, sums[which]));
        return byCause;
    }

    private Map<HostActivity, Long> activities(HostThreads host) {
        Waits waits = new Waits(starts.build(), ends.build(), threads.build());
        long[] sums = new long[HostActivity.values().length];
        for (int thread : waits.threads()) {
            waits.addTo(sums, host, thread);
        }
        sums[HostActivity.LAUNCH.level()] = launchNanos;
        long known = 0;
        for (long sum : sums) {
            known += sum;
        }
        sums[HostActivity.NOTHING.level()] =
                byCause(0).getOrDefault(IdleCause.HOST_WAIT, 0L) - known;
        Map<HostActivity, Long> activities = new EnumMap<>(HostActivity.class);
        for (HostActivity activity : HostActivity.values()) {
            if (sums[activity.level()] > 0) {
                activities.put(activity, sums[activity.level()]);
            }
        }
        return activities;
    }

    /// The stretches in which the host did not launch, with the thread that would.
    private record Waits(LongColumn starts, LongColumn ends, IntColumn thread) {
        Set<Integer> threads() {
            Set<Integer> threads = new TreeSet<>();
            for (int at = 0; at < thread.size(); at++) {
                if (at == 0 || thread.get(at) != thread.get(at - 1)) {
                    threads.add(thread.get(at));
                }
            }
            return threads;
        }

        void addTo(long[] sums, HostThreads host, int wanted) {
            int[] own = Rows.where(thread.size(), at -> thread.get(at) == wanted);
            long[] from = new long[own.length];
            long[] to = new long[own.length];
            for (int at = 0; at < own.length; at++) {
                from[at] = starts.get(own[at]);
                to[at] = ends.get(own[at]);
            }
            long[] found = ActivitySweep.sums(host, host.events(wanted), from, to);
            for (int level = 0; level < found.length; level++) {
                sums[level] += found[level];
            }
        }
    }
}
