package dev.llmprof.analysis.rank;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Whether collectives that were paired by their order can be the same: all ranks leave one
/// together, so the ends of its pairs keep their distance, whatever the clocks say. A pair that is
/// wrong is off by the whole time between two collectives; ranks of a busy host leave late by less.
final class PairingChecks {
    /// Clocks drift less from one to the next.
    private static final long TOGETHER_NANOS = 1_000_000;

    private static final double TOGETHER_SHARE = .25;

    private static final int FEWEST = 4;
    private static final double MOST_TOGETHER = .75;

    private PairingChecks() {}

    static MatchedGroup checked(List<RankRecord> ranks, MatchedGroup group) {
        if (group.pairing().equals(SequenceMatching.NUMBERED) || group.key().message()) {
            return group;
        }
        int shared = onAll(group).length;
        boolean doubtful = shared >= FEWEST && together(ranks, group) < MOST_TOGETHER * shared;
        return doubtful ? group.doubted() : group;
    }

    /// In words, where it is doubtful.
    static Optional<String> doubt(List<RankRecord> ranks, MatchedGroup group) {
        if (!group.doubtful()) {
            return Optional.empty();
        }
        return Optional.of(
                "%s: of %d collectives that were paired by %s only %d end together; which belong together is not certain, so nothing is concluded from them"
                        .formatted(
                                group.key().name(),
                                onAll(group).length,
                                group.pairing(),
                                together(ranks, group)));
    }

    /// How many end at the usual distance of all ranks, or at that of a neighbour.
    private static int together(List<RankRecord> ranks, MatchedGroup group) {
        int[] shared = onAll(group);
        boolean[] apart = new boolean[shared.length];
        long[] allowed = allowed(ranks, group, shared);
        for (int member = 1; member < group.size(); member++) {
            long[] distances = distances(ranks, group, member, shared);
            long usual = Medians.of(distances);
            for (int at = 0; at < distances.length; at++) {
                apart[at] |= !keeps(distances, at, usual, allowed[at]);
            }
        }
        return (int) IntStream.range(0, apart.length).filter(at -> !apart[at]).count();
    }

    private static boolean keeps(long[] distances, int at, long usual, long allowed) {
        return near(distances[at], usual, allowed)
                || (at > 0 && near(distances[at], distances[at - 1], allowed))
                || (at + 1 < distances.length && near(distances[at], distances[at + 1], allowed));
    }

    private static boolean near(long one, long other, long allowed) {
        return Math.abs(one - other) <= allowed;
    }

    /// A share of the time to the nearest other collective on the first rank.
    private static long[] allowed(List<RankRecord> ranks, MatchedGroup group, int[] shared) {
        long[] allowed = new long[shared.length];
        Arrays.fill(allowed, Long.MAX_VALUE);
        for (int at = 1; at < shared.length; at++) {
            long gap = end(ranks, group, 0, shared[at]) - end(ranks, group, 0, shared[at - 1]);
            long share = Math.max(TOGETHER_NANOS, (long) (TOGETHER_SHARE * gap));
            allowed[at - 1] = Math.min(allowed[at - 1], share);
            allowed[at] = Math.min(allowed[at], share);
        }
        return allowed;
    }

    /// The widest of the ranks' median distances from the first one's ends.
    static Optional<Long> endsApart(List<RankRecord> ranks, MatchedGroup group) {
        int[] shared = onAll(group);
        if (shared.length == 0 || group.key().message()) {
            return Optional.empty();
        }
        long widest = 0;
        for (int member = 1; member < group.size(); member++) {
            widest = Math.max(widest, Medians.spread(distances(ranks, group, member, shared)));
        }
        return Optional.of(widest);
    }

    private static int[] onAll(MatchedGroup group) {
        return IntStream.range(0, group.instances()).filter(group::isOnAll).toArray();
    }

    private static long[] distances(
            List<RankRecord> ranks, MatchedGroup group, int member, int[] shared) {
        long[] distances = new long[shared.length];
        for (int at = 0; at < shared.length; at++) {
            distances[at] =
                    end(ranks, group, member, shared[at]) - end(ranks, group, 0, shared[at]);
        }
        return distances;
    }

    private static long end(List<RankRecord> ranks, MatchedGroup group, int member, int instance) {
        return ranks.get(group.members()[member])
                .collectives()
                .endNanos()
                .get(group.rows()[member][instance]);
    }
}
