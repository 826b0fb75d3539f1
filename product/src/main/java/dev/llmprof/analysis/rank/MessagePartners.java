package dev.llmprof.analysis.rank;

import dev.llmprof.trace.RankGroup;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Whom a message of gloo goes to: its operator says the partner's number within a group, and not
/// which group. It is the group in which the partner has as many messages the other way.
final class MessagePartners {
    private final List<RankRecord> ranks;
    private final Map<Integer, Map<Talk, Long>> counts = new HashMap<>();
    private final Map<Integer, Map<Talk, Integer>> found = new HashMap<>();

    /// Messages one way with the partner of that number.
    private record Talk(CollectiveKind kind, int number) {}

    MessagePartners(List<RankRecord> ranks) {
        this.ranks = ranks;
        for (RankRecord rank : ranks) {
            Map<Talk, Long> own = new HashMap<>();
            RankCollectives rows = rank.collectives();
            for (int row = 0; row < rows.size(); row++) {
                if (rows.group().get(row) < 0 && rows.kindOf(row).isMessage()) {
                    own.merge(new Talk(rows.kindOf(row), rows.peer().get(row)), 1L, Long::sum);
                }
            }
            counts.put(rank.rank(), own);
        }
    }

    /// The rank, or NONE.
    int of(int at, int row) {
        RankCollectives rows = ranks.get(at).collectives();
        Talk talk = new Talk(rows.kindOf(row), rows.peer().get(row));
        return found.computeIfAbsent(at, _ -> new TreeMap<>(MessagePartners::order))
                .computeIfAbsent(talk, _ -> partner(ranks.get(at), talk));
    }

    private static int order(Talk left, Talk right) {
        int kinds = left.kind().compareTo(right.kind());
        return kinds != 0 ? kinds : Integer.compare(left.number(), right.number());
    }

    private int partner(RankRecord rank, Talk talk) {
        long own = counts.getOrDefault(rank.rank(), Map.of()).getOrDefault(talk, 0L);
        CollectiveKind back =
                talk.kind() == CollectiveKind.SEND ? CollectiveKind.RECEIVE : CollectiveKind.SEND;
        int best = RankCollectives.NONE;
        long least = Long.MAX_VALUE;
        for (RankGroup group : rank.groups()) {
            int self = group.ranks().indexOf(rank.rank());
            if (talk.number() < 0
                    || talk.number() >= group.ranks().size()
                    || talk.number() == self) {
                continue;
            }
            int other = group.ranks().get(talk.number());
            long met = counts.getOrDefault(other, Map.of()).getOrDefault(new Talk(back, self), 0L);
            if (Math.abs(own - met) < least) {
                least = Math.abs(own - met);
                best = other;
            }
        }
        return best;
    }
}
