package dev.llmprof.analysis.rank;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Parts the time in communication into waiting and transferring: who comes last waits least, so
/// the shortest time on any rank is what the data took. Of messages the quickest of one size is.
final class GroupWaits {
    private final List<RankRecord> ranks;
    final long[] waitNanos;
    final long[] transferNanos;
    final long[] bubbleNanos;
    final boolean[] known;
    private final Map<MatchedGroup, long[]> sums = new HashMap<>();
    private final TreeMap<Size, List<double[]>> sizes = new TreeMap<>(Size.ORDER);

    /// Messages of one kind among so many ranks from that size on.
    private record Size(CollectiveKind kind, int ranks, long fromBytes) {
        static final Comparator<Size> ORDER =
                Comparator.comparing(Size::kind)
                        .thenComparingInt(Size::ranks)
                        .thenComparingLong(Size::fromBytes);
    }

    private GroupWaits(List<RankRecord> ranks) {
        this.ranks = ranks;
        this.waitNanos = new long[ranks.size()];
        this.transferNanos = new long[ranks.size()];
        this.bubbleNanos = new long[ranks.size()];
        this.known = new boolean[ranks.size()];
    }

    static GroupWaits of(List<RankRecord> ranks, List<MatchedGroup> groups) {
        GroupWaits waits = new GroupWaits(ranks);
        for (MatchedGroup group : groups) {
            if (group.key().message()) {
                waits.messages(group);
            } else {
                waits.collectives(group);
            }
        }
        return waits;
    }

    /// Waiting and transferring of all ranks of a group.
    long[] of(MatchedGroup group) {
        return sums.getOrDefault(group, new long[2]);
    }

    /// The shortest time on any rank.
    long shortest(MatchedGroup group, int instance) {
        long shortest = Long.MAX_VALUE;
        for (int member = 0; member < group.size(); member++) {
            shortest = Math.min(shortest, nanos(group, member, instance));
        }
        return shortest;
    }

    long longest(MatchedGroup group, int instance) {
        long longest = 0;
        for (int member = 0; member < group.size(); member++) {
            longest = Math.max(longest, nanos(group, member, instance));
        }
        return longest;
    }

    private long nanos(MatchedGroup group, int member, int instance) {
        return ranks.get(group.members()[member])
                .collectives()
                .nanos(group.rows()[member][instance]);
    }

    private CollectiveKind kind(MatchedGroup group, int instance) {
        return ranks.get(group.members()[0]).collectives().kindOf(group.rows()[0][instance]);
    }

    private void collectives(MatchedGroup group) {
        long[] sum = sums.computeIfAbsent(group, _ -> new long[2]);
        for (int instance = 0; instance < group.instances(); instance++) {
            if (!group.isWhole(instance) || !kind(group, instance).synchronises()) {
                continue;
            }
            long least = shortest(group, instance);
            for (int member = 0; member < group.size(); member++) {
                long wait = nanos(group, member, instance) - least;
                int rank = group.members()[member];
                known[rank] = true;
                waitNanos[rank] += wait;
                transferNanos[rank] += least;
                sum[0] += wait;
                sum[1] += least;
            }
            size(kind(group, instance), group.size(), bytes(group, instance), least);
        }
    }

    /// The message that a bandwidth is of: all that one rank ends up with or begins with.
    long bytes(MatchedGroup group, int instance) {
        RankCollectives rows = ranks.get(group.members()[0]).collectives();
        int row = group.rows()[0][instance];
        long sent = rows.sentBytes().get(row);
        boolean gathers = rows.kindOf(row) == CollectiveKind.ALL_GATHER;
        return gathers ? sent * group.key().ranks().size() : sent;
    }

    private void size(CollectiveKind kind, int members, long bytes, long nanos) {
        if (bytes > 0 && nanos > 0) {
            double rate = bytes * 1e9 / nanos;
            sizes.computeIfAbsent(
                            new Size(kind, members, Long.highestOneBit(bytes)),
                            _ -> new ArrayList<>())
                    .add(new double[] {rate, rate * kind.busFactor(members)});
        }
    }

    private void messages(MatchedGroup group) {
        if (group.size() < 2) {
            return;
        }
        Map<Long, Long> quickest = new HashMap<>();
        RankCollectives received = ranks.get(group.members()[1]).collectives();
        for (int instance = 0; instance < group.instances(); instance++) {
            if (group.isWhole(instance)) {
                int row = group.rows()[1][instance];
                quickest.merge(received.sentBytes().get(row), received.nanos(row), Math::min);
            }
        }
        long[] sum = sums.computeIfAbsent(group, _ -> new long[2]);
        for (int instance = 0; instance < group.instances(); instance++) {
            if (group.isWhole(instance)) {
                int row = group.rows()[1][instance];
                long bytes = received.sentBytes().get(row);
                long least = quickest.getOrDefault(bytes, 0L);
                long wait = received.nanos(row) - least;
                bubbleNanos[group.members()[1]] += wait;
                sum[0] += wait;
                sum[1] += least;
            }
        }
        quickest.forEach((bytes, nanos) -> size(CollectiveKind.RECEIVE, 2, bytes, nanos));
    }

    List<Ranks.Bandwidth> bandwidths() {
        List<Ranks.Bandwidth> found = new ArrayList<>();
        sizes.forEach((size, rates) ->
                found.add(
                        new Ranks.Bandwidth(
                                size.kind().label(),
                                size.ranks(),
                                size.fromBytes(),
                                rates.size(),
                                median(rates, 0),
                                median(rates, 1))));
        return found;
    }

    private static double median(List<double[]> rates, int which) {
        double[] sorted = rates.stream().mapToDouble(rate -> rate[which]).sorted().toArray();
        return sorted[(sorted.length - 1) / 2];
    }
}
