package dev.llmprof.analysis.rank;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/// Cuts a rank's time wherever communication begins or ends, and says what was done in each part.
final class IntervalCuts {
    private static final int NAMES = 6;
    private static final String OTHERS = "other operators";

    private final RankCollectives collectives;
    private final TimePieces computing;
    private final TimePieces idle;
    private final boolean hostOnly;
    private final RankIntervals.Builder intervals = new RankIntervals.Builder();
    private int nextComputing;
    private int nextIdle;

    private IntervalCuts(
            RankCollectives collectives, TimePieces computing, TimePieces idle, boolean hostOnly) {
        this.collectives = collectives;
        this.computing = computing;
        this.idle = idle;
        this.hostOnly = hostOnly;
    }

    static RankIntervals of(
            RankCollectives collectives, TimePieces computing, TimePieces idle, boolean hostOnly) {
        return new IntervalCuts(collectives, computing, idle, hostOnly).cut();
    }

    private RankIntervals cut() {
        long[] bounds = bounds();
        if (bounds.length == 0) {
            return intervals.build(0);
        }
        PriorityQueue<Integer> active =
                new PriorityQueue<>((left, right) -> Integer.compare(right, left));
        int next = 0;
        for (int at = 0; at + 1 < bounds.length; at++) {
            while (next < collectives.size() && collectives.startNanos().get(next) <= bounds[at]) {
                active.add(next++);
            }
            while (!active.isEmpty()
                    && collectives.endNanos().get(active.element()) <= bounds[at]) {
                active.remove();
            }
            int under = active.isEmpty() ? RankCollectives.NONE : active.element();
            intervals.interval(bounds[at], under);
            parts(bounds[at], bounds[at + 1], under);
        }
        return intervals.build(bounds[bounds.length - 1]);
    }

    private long[] bounds() {
        int count = 2 * collectives.size();
        long[] all = new long[count + 2];
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int row = 0; row < collectives.size(); row++) {
            all[2 * row] = collectives.startNanos().get(row);
            all[2 * row + 1] = collectives.endNanos().get(row);
            first = Math.min(first, all[2 * row]);
            last = Math.max(last, all[2 * row + 1]);
        }
        if (computing.size() > 0) {
            first = Math.min(first, computing.fromNanos().get(0));
            last = Math.max(last, computing.toNanos().get(computing.size() - 1));
        }
        if (first > last) {
            return new long[0];
        }
        all[count] = first;
        all[count + 1] = last;
        return Arrays.stream(all).sorted().distinct().toArray();
    }

    private void parts(long from, long to, int under) {
        Map<String, Long> sums = new HashMap<>();
        nextComputing = within(computing, nextComputing, from, to, sums);
        long computed = sums.values().stream().mapToLong(Long::longValue).sum();
        add(RankIntervals.COMPUTE, sums);
        sums.clear();
        nextIdle = within(idle, nextIdle, from, to, sums);
        if (under != RankCollectives.NONE) {
            return;
        }
        long left = to - from - computed - sums.values().stream().mapToLong(Long::longValue).sum();
        if (left > 0) {
            sums.merge(
                    hostOnly ? WorkSearch.OUTSIDE_OPERATORS : "before or after all GPU work",
                    left,
                    Long::sum);
        }
        add(RankIntervals.IDLE, sums);
    }

    /// Adds what of the pieces lies within, and gives the first that reaches further.
    private static int within(
            TimePieces pieces, int first, long from, long to, Map<String, Long> sums) {
        int at = first;
        while (at < pieces.size() && pieces.fromNanos().get(at) < to) {
            long nanos =
                    Math.min(pieces.toNanos().get(at), to)
                            - Math.max(pieces.fromNanos().get(at), from);
            if (nanos > 0) {
                sums.merge(pieces.name().get(at), nanos, Long::sum);
            }
            if (pieces.toNanos().get(at) > to) {
                break;
            }
            at++;
        }
        return at;
    }

    /// The longest by name, the rest as one.
    private void add(int kind, Map<String, Long> sums) {
        List<Map.Entry<String, Long>> sorted =
                sums.entrySet().stream()
                        .sorted(
                                Map.Entry.<String, Long>comparingByValue()
                                        .reversed()
                                        .thenComparing(Map.Entry.comparingByKey()))
                        .toList();
        sorted.stream()
                .limit(NAMES)
                .forEach(each -> intervals.part(kind, each.getKey(), each.getValue()));
        long rest = sorted.stream().skip(NAMES).mapToLong(Map.Entry::getValue).sum();
        if (rest > 0) {
            intervals.part(kind, OTHERS, rest);
        }
    }
}
