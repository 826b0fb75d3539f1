package dev.llmprof.analysis.rank;

import java.util.Arrays;

/// Who came how late to each instance of a group, without clocks: since a moment that was the same
/// on all ranks, the end of an earlier collective, each took so long on its own clock.
///
/// Where there is no such moment `last` is NONE. `last` and `first` are members; `lateNanos` is the
/// last's time beyond the first's, `secondNanos` that of the last but one.
final class GroupLateness {
    final MatchedGroup group;
    final int[] referenceGroup;
    final int[] referenceInstance;
    final int[] last;
    final int[] first;
    final long[] lateNanos;
    final long[] secondNanos;

    GroupLateness(MatchedGroup group) {
        this.group = group;
        int count = group.instances();
        this.referenceGroup = new int[count];
        this.referenceInstance = new int[count];
        this.last = new int[count];
        this.first = new int[count];
        this.lateNanos = new long[count];
        this.secondNanos = new long[count];
        Arrays.fill(last, RankCollectives.NONE);
    }

    boolean isJudged(int instance) {
        return last[instance] != RankCollectives.NONE;
    }

    /// From the time that each member took.
    void judge(int instance, long[] nanos) {
        int slowest = 0;
        int fastest = 0;
        for (int member = 1; member < nanos.length; member++) {
            slowest = nanos[member] > nanos[slowest] ? member : slowest;
            fastest = nanos[member] < nanos[fastest] ? member : fastest;
        }
        long second = Long.MIN_VALUE;
        for (int member = 0; member < nanos.length; member++) {
            second = member == slowest ? second : Math.max(second, nanos[member]);
        }
        last[instance] = slowest;
        first[instance] = fastest;
        lateNanos[instance] = nanos[slowest] - nanos[fastest];
        secondNanos[instance] = second - nanos[fastest];
    }
}
