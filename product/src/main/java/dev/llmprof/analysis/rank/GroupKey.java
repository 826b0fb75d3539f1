package dev.llmprof.analysis.rank;

import dev.llmprof.trace.RankGroup;
import java.util.Comparator;
import java.util.List;

/// What tells groups apart over all ranks: who is in it, what it is for, and of several alike the
/// how manieth. A message goes from the first rank to the second.
record GroupKey(List<Integer> ranks, String description, int number, boolean message) {
    static final Comparator<GroupKey> ORDER =
            Comparator.comparing((GroupKey key) -> key.message())
                    .thenComparing(Comparator.comparingInt((GroupKey key) -> -key.ranks().size()))
                    .thenComparing(GroupKey::description)
                    .thenComparing((left, right) -> compareRanks(left, right))
                    .thenComparingInt(GroupKey::number);

    GroupKey {
        ranks = List.copyOf(ranks);
    }

    static GroupKey of(RankGroup group) {
        return new GroupKey(group.ranks(), group.description(), 0, false);
    }

    static GroupKey message(int from, int to) {
        return new GroupKey(List.of(from, to), "", 0, true);
    }

    GroupKey numbered(int manieth) {
        return new GroupKey(ranks, description, manieth, message);
    }

    /// `tp [0, 1]`, `message 0 → 2`.
    String name() {
        if (message) {
            return "message " + ranks.getFirst() + " → " + ranks.getLast();
        }
        String what =
                description.isEmpty() || description.equals("undefined") ? "group" : description;
        return (what.equals("default_pg") ? "all ranks" : what)
                + (number == 0 ? "" : " #" + (number + 1))
                + " ["
                + RankNumbers.of(ranks)
                + "]";
    }

    private static int compareRanks(GroupKey left, GroupKey right) {
        int shared = Math.min(left.ranks.size(), right.ranks.size());
        for (int at = 0; at < shared; at++) {
            int order = Integer.compare(left.ranks.get(at), right.ranks.get(at));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.ranks.size(), right.ranks.size());
    }
}
