package dev.llmprof.analysis.rank;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// One row for each group.
final class GroupSummaries {
    private GroupSummaries() {}

    static Ranks.Group of(List<RankRecord> ranks, GroupLateness lateness, long[] waitAndTransfer) {
        MatchedGroup group = lateness.group;
        int[] judged = IntStream.range(0, group.instances()).filter(lateness::isJudged).toArray();
        long[] times = new long[group.size()];
        for (int instance : judged) {
            times[lateness.last[instance]] += lateness.lateNanos[instance] > 0 ? 1 : 0;
        }
        int most = 0;
        for (int member = 1; member < times.length; member++) {
            most = times[member] > times[most] ? member : most;
        }
        long[] late = IntStream.of(judged).mapToLong(at -> lateness.lateNanos[at]).toArray();
        return new Ranks.Group(
                group.key().name(),
                group.key().ranks().size(),
                group.pairing(),
                group.instances(),
                IntStream.range(0, group.instances()).filter(group::isWhole).count(),
                group.holes(),
                judged.length,
                new Ranks.Times(
                        waitAndTransfer[0],
                        waitAndTransfer[1],
                        IntStream.of(judged).mapToLong(at -> lateness.lateNanos[at]).sum(),
                        Medians.of(late)),
                times[most] == 0
                        ? Optional.empty()
                        : Optional.of(ranks.get(group.members()[most]).rank()),
                times[most],
                PairingChecks.endsApart(ranks, group));
    }

    /// What is missing of a group, or is too much, in words.
    static Optional<String> hole(List<RankRecord> ranks, MatchedGroup group) {
        if (group.size() < 2 || group.holes() + group.extra() == 0) {
            return Optional.empty();
        }
        StringBuilder text = new StringBuilder(group.key().name()).append(": ");
        for (int member = 0; member < group.size(); member++) {
            int[] own = group.rows()[member];
            int[] holes =
                    IntStream.range(0, own.length)
                            .filter(at -> own[at] == RankCollectives.NONE)
                            .toArray();
            if (holes.length > 0) {
                text.append("rank ")
                        .append(ranks.get(group.members()[member]).rank())
                        .append(" lacks ")
                        .append(holes.length)
                        .append(" of ")
                        .append(own.length)
                        .append(" (the first is number ")
                        .append(holes[0] + 1)
                        .append("); ");
            }
        }
        if (group.extra() > 0) {
            text.append(group.extra()).append(" fit nowhere; ");
        }
        return Optional.of(text + "the others are compared");
    }
}
