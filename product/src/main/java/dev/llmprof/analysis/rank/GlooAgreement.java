package dev.llmprof.analysis.rank;

import dev.llmprof.trace.RankGroup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// How well ranks agree if their threads of gloo work for these groups.
final class GlooAgreement {
    /// What the clocks of two processes may differ.
    private static final long SAME_NANOS = 50_000;

    private final List<RankRecord> ranks;
    private final Places places;
    private final Map<Integer, Integer> indexOfRank;
    private final List<Map<Long, List<Integer>>> rowsOfThread = new ArrayList<>();
    private final long[][] numbers;

    /// The place of a rank's group in its list.
    @FunctionalInterface
    interface Places {
        int of(int rank, int group);
    }

    GlooAgreement(List<RankRecord> ranks, Places places, Map<Integer, Integer> indexOfRank) {
        this.ranks = ranks;
        this.places = places;
        this.indexOfRank = indexOfRank;
        this.numbers = new long[ranks.size()][];
        for (int at = 0; at < ranks.size(); at++) {
            Map<Long, List<Integer>> rows = new TreeMap<>();
            RankCollectives all = ranks.get(at).collectives();
            for (int row = 0; row < all.size(); row++) {
                if (all.thread().get(row) >= 0) {
                    rows.computeIfAbsent(all.thread().get(row), _ -> new ArrayList<>()).add(row);
                }
            }
            rowsOfThread.add(rows);
            numbers[at] = rows.keySet().stream().mapToLong(Long::longValue).toArray();
        }
    }

    /// `differing` collectives have no partner; `early` ones end on a rank before another one of
    /// the same host has begun, which cannot be; the ends of the others are `apartNanos` apart. Of
    /// groups that fit equally well the earlier ones stay, unless others fit much better.
    record Score(long differing, long early, long apartNanos) {
        static final Score WORST = new Score(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

        boolean isBetterThan(Score other) {
            if (differing != other.differing) {
                return differing < other.differing;
            }
            return early != other.early ? early < other.early : apartNanos < other.apartNanos / 2;
        }
    }

    Score of(int[][] choice) {
        Map<GroupKey, Map<Integer, List<Integer>>> groups = new HashMap<>();
        for (int at = 0; at < choice.length; at++) {
            for (int thread = 0; thread < choice[at].length; thread++) {
                RankRecord rank = ranks.get(at);
                if (rank.groups().isEmpty()) {
                    continue;
                }
                RankGroup group = rank.groups().get(places.of(at, choice[at][thread]));
                groups.computeIfAbsent(GroupKey.of(group), _ -> new TreeMap<>())
                        .computeIfAbsent(at, _ -> new ArrayList<>())
                        .addAll(rowsOfThread.get(at).getOrDefault(numbers[at][thread], List.of()));
            }
        }
        long differing = 0;
        long early = 0;
        long apart = 0;
        for (var group : groups.entrySet()) {
            Score score = score(group.getKey(), group.getValue());
            differing += score.differing();
            early += score.early();
            apart += score.apartNanos();
        }
        return new Score(differing, early, apart);
    }

    private Score score(GroupKey key, Map<Integer, List<Integer>> members) {
        members.values().forEach(rows -> rows.sort(null));
        int first = members.keySet().iterator().next();
        long differing = 0;
        long early = 0;
        long apart = 0;
        int others = 0;
        for (int rank : key.ranks()) {
            int at = indexOfRank.getOrDefault(rank, -1);
            if (at < 0 || at == first) {
                continue;
            }
            List<Integer> rows = members.getOrDefault(at, List.of());
            long found = differing(first, members.getOrDefault(first, List.of()), at, rows);
            others++;
            differing += found;
            early += early(first, members.getOrDefault(first, List.of()), at, rows);
            apart += found > 0 ? 0 : apart(first, members.getOrDefault(first, List.of()), at, rows);
        }
        long rows = members.values().stream().mapToLong(List::size).sum();
        return new Score(differing, early, others == 0 ? 0 : apart / others * rows);
    }

    private long differing(int left, List<Integer> leftRows, int right, List<Integer> rightRows) {
        int shared = Math.min(leftRows.size(), rightRows.size());
        long differing = Math.abs(leftRows.size() - rightRows.size());
        RankCollectives one = ranks.get(left).collectives();
        RankCollectives other = ranks.get(right).collectives();
        for (int at = 0; at < shared; at++) {
            int a = leftRows.get(at);
            int b = rightRows.get(at);
            boolean same =
                    one.kind().get(a) == other.kind().get(b)
                            && one.sentBytes().get(a) == other.sentBytes().get(b);
            differing += same ? 0 : 1;
        }
        return differing;
    }

    private long early(int left, List<Integer> leftRows, int right, List<Integer> rightRows) {
        RankRecord one = ranks.get(left);
        RankRecord other = ranks.get(right);
        if (one.facts().host().isEmpty() || !one.facts().host().equals(other.facts().host())) {
            return 0;
        }
        long early = 0;
        for (int at = 0; at < Math.min(leftRows.size(), rightRows.size()); at++) {
            int a = leftRows.get(at);
            int b = rightRows.get(at);
            boolean apart = endsBefore(one, a, other, b) || endsBefore(other, b, one, a);
            early += apart && one.collectives().kindOf(a).synchronises() ? 1 : 0;
        }
        return early;
    }

    private static boolean endsBefore(RankRecord one, int row, RankRecord other, int otherRow) {
        return one.collectives().endNanos().get(row) + one.facts().baseNanos() + SAME_NANOS
                < other.collectives().startNanos().get(otherRow) + other.facts().baseNanos();
    }

    /// The median distance of the ends around their middle, so that clocks do not matter.
    private long apart(int left, List<Integer> leftRows, int right, List<Integer> rightRows) {
        long[] apart = new long[leftRows.size()];
        for (int at = 0; at < apart.length; at++) {
            apart[at] =
                    ranks.get(left).collectives().endNanos().get(leftRows.get(at))
                            - ranks.get(right).collectives().endNanos().get(rightRows.get(at));
        }
        return Medians.spread(apart);
    }
}
