package dev.llmprof.analysis.rank;

import java.util.HashMap;
import java.util.Map;

/// What one rank did between two moments: computed, was idle, or spent in communication that
/// nothing overlapped.
final class TimeSplit {
    private final Map<String, Long> computing = new HashMap<>();
    private final Map<String, Long> idle = new HashMap<>();
    private final Map<Integer, Long> communicating = new HashMap<>();
    private long computingNanos;
    private long idleNanos;
    private long communicatingNanos;

    static TimeSplit of(RankIntervals intervals, long from, long to) {
        TimeSplit split = new TimeSplit();
        for (int at = intervals.from(from);
                at < intervals.size() && intervals.boundsNanos().get(at) < to;
                at++) {
            split.add(intervals, at);
        }
        return split;
    }

    private void add(RankIntervals intervals, int at) {
        long left = intervals.nanos(at);
        int end = intervals.firstPart().get(at + 1);
        for (int part = intervals.firstPart().get(at); part < end; part++) {
            long nanos = intervals.partNanos().get(part);
            String name = intervals.partName().get(part);
            left -= nanos;
            if (intervals.partKind().get(part) == RankIntervals.COMPUTE) {
                computing.merge(name, nanos, Long::sum);
                computingNanos += nanos;
            } else {
                idle.merge(name, nanos, Long::sum);
                idleNanos += nanos;
            }
        }
        if (intervals.collective().get(at) != RankCollectives.NONE) {
            communicating.merge(intervals.collective().get(at), left, Long::sum);
            communicatingNanos += left;
        }
    }

    long computingNanos() {
        return computingNanos;
    }

    long idleNanos() {
        return idleNanos;
    }

    long communicatingNanos() {
        return communicatingNanos;
    }

    /// What it computed more of than the other.
    String longestComputing(TimeSplit other) {
        return longest(computing, other.computing);
    }

    String longestIdle(TimeSplit other) {
        return longest(idle, other.idle);
    }

    /// Of its communication the row it spent the most time in, or NONE.
    int longestCollective() {
        return communicating.entrySet().stream()
                .max(
                        Map.Entry.<Integer, Long>comparingByValue()
                                .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(RankCollectives.NONE);
    }

    private static String longest(Map<String, Long> own, Map<String, Long> others) {
        String longest = "";
        long most = Long.MIN_VALUE;
        for (var each : own.entrySet()) {
            long more = each.getValue() - others.getOrDefault(each.getKey(), 0L);
            if (more > most || (more == most && each.getKey().compareTo(longest) < 0)) {
                most = more;
                longest = each.getKey();
            }
        }
        return longest;
    }
}
