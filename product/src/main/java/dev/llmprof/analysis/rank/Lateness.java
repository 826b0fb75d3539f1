package dev.llmprof.analysis.rank;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// Judges every collective of every group: the time from the end of an earlier collective of all
/// its ranks to each one's arrival, on that rank's own clock.
final class Lateness {
    private static final int LOOK_BACK = 8;

    private final List<RankRecord> ranks;
    private final List<MatchedGroup> groups;
    private final List<GroupLateness> judged = new ArrayList<>();
    private final List<BitSet> members = new ArrayList<>();

    /// What each rank came late in sum, how often it was judged and how often it was the last.
    final long[] lateNanos;

    final long[] judgedTimes;
    final long[] lastTimes;

    private Lateness(List<RankRecord> ranks, List<MatchedGroup> groups) {
        this.ranks = ranks;
        this.groups = groups;
        this.lateNanos = new long[ranks.size()];
        this.judgedTimes = new long[ranks.size()];
        this.lastTimes = new long[ranks.size()];
        for (MatchedGroup group : groups) {
            BitSet set = new BitSet();
            Arrays.stream(group.members()).forEach(set::set);
            members.add(set);
        }
    }

    static Lateness of(List<RankRecord> ranks, List<MatchedGroup> groups) {
        Lateness lateness = new Lateness(ranks, groups);
        for (int group = 0; group < groups.size(); group++) {
            lateness.judged.add(lateness.judge(group));
        }
        return lateness;
    }

    GroupLateness of(int group) {
        return judged.get(group);
    }

    long start(int group, int member, int instance) {
        MatchedGroup matched = groups.get(group);
        return ranks.get(matched.members()[member])
                .collectives()
                .startNanos()
                .get(matched.rows()[member][instance]);
    }

    /// When the reference of an instance ended on one of its ranks.
    long referenceEnd(int group, int member, int instance) {
        GroupLateness of = judged.get(group);
        int reference = of.referenceGroup[instance];
        return end(
                reference,
                position(reference, groups.get(group).members()[member]),
                of.referenceInstance[instance]);
    }

    private long end(int group, int member, int instance) {
        MatchedGroup matched = groups.get(group);
        return ranks.get(matched.members()[member])
                .collectives()
                .endNanos()
                .get(matched.rows()[member][instance]);
    }

    private int position(int group, int rank) {
        return Arrays.binarySearch(groups.get(group).members(), rank);
    }

    private GroupLateness judge(int group) {
        MatchedGroup matched = groups.get(group);
        GroupLateness lateness = new GroupLateness(matched);
        int[] wider = wider(group);
        int[] next = new int[wider.length];
        for (int instance = 0; instance < matched.instances(); instance++) {
            if (matched.isWhole(instance) && isAwaited(group, instance)) {
                judge(lateness, group, instance, wider, next);
            }
        }
        return lateness;
    }

    private boolean isAwaited(int group, int instance) {
        return groups.get(group).key().message() || synchronises(group, instance);
    }

    private boolean synchronises(int group, int instance) {
        MatchedGroup matched = groups.get(group);
        return ranks.get(matched.members()[0])
                .collectives()
                .kindOf(matched.rows()[0][instance])
                .synchronises();
    }

    /// Groups with all of its ranks, itself included, whose ends may be a reference.
    private int[] wider(int group) {
        int[] found = new int[groups.size()];
        int count = 0;
        for (int other = 0; other < groups.size(); other++) {
            BitSet rest = (BitSet) members.get(group).clone();
            rest.andNot(members.get(other));
            if (!groups.get(other).key().message() && rest.isEmpty()) {
                found[count++] = other;
            }
        }
        return Arrays.copyOf(found, count);
    }

    private void judge(GroupLateness lateness, int group, int instance, int[] wider, int[] next) {
        long latest = Long.MIN_VALUE;
        int found = RankCollectives.NONE;
        for (int at = 0; at < wider.length; at++) {
            int other = reference(group, instance, wider[at], at, next);
            if (other >= 0) {
                long end =
                        end(wider[at], position(wider[at], groups.get(group).members()[0]), other);
                if (end > latest) {
                    latest = end;
                    found = wider[at];
                    lateness.referenceInstance[instance] = other;
                }
            }
        }
        if (found == RankCollectives.NONE) {
            return;
        }
        lateness.referenceGroup[instance] = found;
        int[] own = groups.get(group).members();
        long[] nanos = new long[own.length];
        for (int member = 0; member < own.length; member++) {
            nanos[member] =
                    start(group, member, instance)
                            - end(
                                    found,
                                    position(found, own[member]),
                                    lateness.referenceInstance[instance]);
        }
        take(lateness, instance, nanos);
    }

    /// Nobody waits for who only receives, and comes late to a message.
    private void take(GroupLateness lateness, int instance, long[] nanos) {
        boolean message = lateness.group.key().message();
        if (message && nanos[0] <= nanos[1]) {
            return;
        }
        lateness.judge(instance, nanos);
        int[] own = lateness.group.members();
        for (int member = 0; member < own.length; member++) {
            lateNanos[own[member]] += nanos[member] - nanos[lateness.first[instance]];
            judgedTimes[own[member]]++;
        }
        // Where all come at once none is the last.
        lastTimes[own[lateness.last[instance]]] += lateness.lateNanos[instance] > 0 ? 1 : 0;
    }

    /// The latest instance of the other group that ended on all ranks before they arrived here.
    private int reference(int group, int instance, int other, int at, int[] next) {
        int first = position(other, groups.get(group).members()[0]);
        MatchedGroup matched = groups.get(other);
        long arrival = start(group, 0, instance);
        while (next[at] < matched.instances()
                && (matched.rows()[first][next[at]] == RankCollectives.NONE
                        || end(other, first, next[at]) <= arrival)) {
            next[at]++;
        }
        int lowest = Math.max(0, next[at] - LOOK_BACK);
        for (int candidate = next[at] - 1; candidate >= lowest; candidate--) {
            if (isBefore(group, instance, other, candidate)) {
                return candidate;
            }
        }
        return RankCollectives.NONE;
    }

    private boolean isBefore(int group, int instance, int other, int candidate) {
        if (!groups.get(other).isWhole(candidate) || !synchronises(other, candidate)) {
            return false;
        }
        int[] own = groups.get(group).members();
        for (int member = 0; member < own.length; member++) {
            if (end(other, position(other, own[member]), candidate)
                    > start(group, member, instance)) {
                return false;
            }
        }
        return true;
    }
}
