package dev.llmprof.analysis.rank;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds who is to blame for each late arrival. A rank that is late because it waited in another
/// group passes the blame on to the one that it waited for, as far back as that goes.
final class Blame {
    private static final int FARTHEST = 64;
    private static final Verdict NOT_FOUND = new Verdict(0, LateCause.UNKNOWN, "", 0, false);

    private final List<RankRecord> ranks;
    private final List<MatchedGroup> groups;
    private final Lateness lateness;
    private final int[][] ownerGroup;
    private final int[][] ownerInstance;
    private final Map<Long, Verdict> verdicts = new HashMap<>();

    /// Why the last of an instance was late: `culprit` is the rank's place in the list, the last
    /// itself or, where that one waited in another group, the rank it waited for; `group` is where
    /// the culprit itself came late.
    record Verdict(int culprit, LateCause cause, String detail, int group, boolean passed) {
        Verdict passedOn() {
            return new Verdict(culprit, cause, detail, group, true);
        }
    }

    Blame(List<RankRecord> ranks, List<MatchedGroup> groups, Lateness lateness) {
        this.ranks = ranks;
        this.groups = groups;
        this.lateness = lateness;
        this.ownerGroup = new int[ranks.size()][];
        this.ownerInstance = new int[ranks.size()][];
        for (int at = 0; at < ranks.size(); at++) {
            ownerGroup[at] = new int[ranks.get(at).collectives().size()];
            ownerInstance[at] = new int[ranks.get(at).collectives().size()];
            Arrays.fill(ownerGroup[at], RankCollectives.NONE);
        }
        for (int group = 0; group < groups.size(); group++) {
            own(group);
        }
    }

    private void own(int group) {
        MatchedGroup matched = groups.get(group);
        for (int member = 0; member < matched.size(); member++) {
            for (int instance = 0; instance < matched.instances(); instance++) {
                int row = matched.rows()[member][instance];
                if (row != RankCollectives.NONE) {
                    ownerGroup[matched.members()[member]][row] = group;
                    ownerInstance[matched.members()[member]][row] = instance;
                }
            }
        }
    }

    /// Of an instance that was judged.
    Verdict of(int group, int instance) {
        return of(group, instance, 0);
    }

    private Verdict of(int group, int instance, int depth) {
        long key = (long) group << 32 | instance;
        if (!verdicts.containsKey(key)) {
            verdicts.put(key, found(group, instance, depth));
        }
        return verdicts.getOrDefault(key, NOT_FOUND);
    }

    private Verdict found(int group, int instance, int depth) {
        GroupLateness judged = lateness.of(group);
        int late = judged.last[instance];
        TimeSplit slow = split(group, late, instance);
        TimeSplit fast = split(group, judged.first[instance], instance);
        int rank = groups.get(group).members()[late];
        long computing = slow.computingNanos() - fast.computingNanos();
        long idle = slow.idleNanos() - fast.idleNanos();
        long communicating = slow.communicatingNanos() - fast.communicatingNanos();
        if (communicating > computing && communicating > idle && depth < FARTHEST) {
            return elsewhere(group, rank, slow.longestCollective(), depth);
        }
        return computing >= idle
                ? new Verdict(rank, LateCause.COMPUTING, slow.longestComputing(fast), group, false)
                : new Verdict(rank, LateCause.IDLE, slow.longestIdle(fast), group, false);
    }

    private TimeSplit split(int group, int member, int instance) {
        return TimeSplit.of(
                ranks.get(groups.get(group).members()[member]).intervals(),
                lateness.referenceEnd(group, member, instance),
                lateness.start(group, member, instance));
    }

    /// The rank was held up in that row of its communication.
    private Verdict elsewhere(int group, int rank, int row, int depth) {
        int other = row == RankCollectives.NONE ? row : ownerGroup[rank][row];
        if (other == RankCollectives.NONE) {
            return new Verdict(rank, LateCause.WAITING, "", group, false);
        }
        int instance = ownerInstance[rank][row];
        String name = groups.get(other).key().name();
        if (lateness.of(other).isJudged(instance)) {
            int awaited = groups.get(other).members()[lateness.of(other).last[instance]];
            return awaited == rank
                    ? new Verdict(rank, LateCause.TRANSFERRING, name, group, false)
                    : of(other, instance, depth + 1).passedOn();
        }
        Optional<Integer> awaited = awaited(other, instance);
        if (awaited.isEmpty()) {
            return new Verdict(rank, LateCause.WAITING, name, group, false);
        }
        int member = awaited.get();
        int culprit = groups.get(other).members()[member];
        return culprit == rank
                ? new Verdict(rank, LateCause.TRANSFERRING, name, group, false)
                : unjudged(other, member, instance);
    }

    /// Without a common moment before: who waits least in a collective was waited for, and who
    /// receives waits for the sender.
    private Optional<Integer> awaited(int group, int instance) {
        MatchedGroup matched = groups.get(group);
        if (!matched.isWhole(instance)) {
            return Optional.empty();
        }
        if (matched.key().message()) {
            return Optional.of(0);
        }
        int shortest = 0;
        for (int member = 1; member < matched.size(); member++) {
            if (nanos(matched, member, instance) < nanos(matched, shortest, instance)) {
                shortest = member;
            }
        }
        return Optional.of(shortest);
    }

    private long nanos(MatchedGroup group, int member, int instance) {
        return ranks.get(group.members()[member])
                .collectives()
                .nanos(group.rows()[member][instance]);
    }

    /// What the culprit did since its own last communication is all there is to go by.
    private Verdict unjudged(int group, int member, int instance) {
        MatchedGroup matched = groups.get(group);
        int rank = matched.members()[member];
        int row = matched.rows()[member][instance];
        RankCollectives rows = ranks.get(rank).collectives();
        RankIntervals intervals = ranks.get(rank).intervals();
        long from = row == 0 ? intervals.boundsNanos().get(0) : rows.endNanos().get(row - 1);
        TimeSplit split = TimeSplit.of(intervals, from, rows.startNanos().get(row));
        TimeSplit nothing = new TimeSplit();
        LateCause cause =
                split.computingNanos() >= split.idleNanos() ? LateCause.COMPUTING : LateCause.IDLE;
        if (split.computingNanos() + split.idleNanos() == 0) {
            return new Verdict(rank, LateCause.UNKNOWN, "", group, true);
        }
        return new Verdict(
                rank,
                cause,
                cause == LateCause.COMPUTING
                        ? split.longestComputing(nothing)
                        : split.longestIdle(nothing),
                group,
                true);
    }
}
