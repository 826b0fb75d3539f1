package dev.llmprof.analysis.rank;

import dev.llmprof.analysis.rank.Blame.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Gathers the verdicts over all collectives: by rank, group and cause, and one by one.
final class LateRows {
    /// More than anybody reads; those that cost most are kept.
    static final int MOST_COLLECTIVES = 20_000;

    private final List<RankRecord> ranks;
    private final List<MatchedGroup> groups;
    private final Lateness lateness;
    private final GroupWaits waits;
    private final Map<Reason, Sum> sums = new HashMap<>();
    private final List<Ranks.Collective> collectives = new ArrayList<>();
    final long[] blamed;
    final long[] costNanos;

    /// A rank's coming late to a group for a cause.
    private record Reason(int rank, int group, LateCause cause, String detail) {}

    private static final class Sum {
        final List<Long> late = new ArrayList<>();
        long passed;
        long passedNanos;
        long costNanos;
    }

    private LateRows(
            List<RankRecord> ranks,
            List<MatchedGroup> groups,
            Lateness lateness,
            GroupWaits waits) {
        this.ranks = ranks;
        this.groups = groups;
        this.lateness = lateness;
        this.waits = waits;
        this.blamed = new long[ranks.size()];
        this.costNanos = new long[ranks.size()];
    }

    static LateRows of(
            List<RankRecord> ranks,
            List<MatchedGroup> groups,
            Lateness lateness,
            GroupWaits waits) {
        LateRows rows = new LateRows(ranks, groups, lateness, waits);
        Blame blame = new Blame(ranks, groups, lateness);
        for (int group = 0; group < groups.size(); group++) {
            for (int instance = 0; instance < groups.get(group).instances(); instance++) {
                if (lateness.of(group).isJudged(instance)
                        && lateness.of(group).lateNanos[instance] > 0) {
                    rows.add(group, instance, blame.of(group, instance));
                }
            }
        }
        return rows;
    }

    private void add(int group, int instance, Verdict verdict) {
        GroupLateness judged = lateness.of(group);
        long late = judged.lateNanos[instance];
        long cost = late - judged.secondNanos[instance];
        Sum sum =
                sums.computeIfAbsent(
                        new Reason(
                                verdict.culprit(),
                                verdict.group(),
                                verdict.cause(),
                                verdict.detail()),
                        _ -> new Sum());
        if (verdict.passed()) {
            sum.passed++;
            sum.passedNanos += late;
        } else {
            sum.late.add(late);
            sum.costNanos += cost;
            costNanos[verdict.culprit()] += cost;
        }
        blamed[verdict.culprit()]++;
        collectives.add(collective(group, instance, verdict));
    }

    private Ranks.Collective collective(int group, int instance, Verdict verdict) {
        MatchedGroup matched = groups.get(group);
        GroupLateness judged = lateness.of(group);
        RankRecord last = ranks.get(matched.members()[judged.last[instance]]);
        int row = matched.rows()[judged.last[instance]][instance];
        long shortest = waits.shortest(matched, instance);
        return new Ranks.Collective(
                matched.key().name(),
                instance,
                last.collectives().kindOf(row).label(),
                waits.bytes(matched, instance),
                last.rank(),
                judged.lateNanos[instance],
                ranks.get(verdict.culprit()).rank(),
                verdict.cause(),
                verdict.detail(),
                waits.longest(matched, instance) - shortest,
                shortest);
    }

    /// The latest first; beyond so many only those.
    List<Ranks.Collective> collectives() {
        return collectives.stream()
                .sorted(
                        Comparator.comparingLong(Ranks.Collective::lateNanos)
                                .reversed()
                                .thenComparing(Ranks.Collective::group)
                                .thenComparingInt(Ranks.Collective::instance))
                .limit(MOST_COLLECTIVES)
                .toList();
    }

    int judged() {
        return collectives.size();
    }

    List<Ranks.Late> late() {
        List<Ranks.Late> rows = new ArrayList<>();
        sums.forEach((reason, sum) -> rows.add(row(reason, sum)));
        rows.sort(
                Comparator.comparingLong((Ranks.Late row) -> row.lateNanos() + row.passedNanos())
                        .reversed()
                        .thenComparingInt(Ranks.Late::rank)
                        .thenComparing(Ranks.Late::group)
                        .thenComparing(Ranks.Late::cause)
                        .thenComparing(Ranks.Late::detail));
        return rows;
    }

    private Ranks.Late row(Reason reason, Sum sum) {
        long[] late = sum.late.stream().mapToLong(Long::longValue).toArray();
        long total = 0;
        for (long nanos : late) {
            total += nanos;
        }
        return new Ranks.Late(
                ranks.get(reason.rank()).rank(),
                groups.get(reason.group()).key().name(),
                reason.cause(),
                reason.detail(),
                late.length,
                total,
                Medians.of(late),
                sum.passed,
                sum.passedNanos,
                sum.costNanos);
    }
}
