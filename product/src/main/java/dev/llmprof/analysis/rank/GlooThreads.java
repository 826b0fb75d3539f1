package dev.llmprof.analysis.rank;

import dev.llmprof.trace.RankGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// Finds which group a thread of gloo works for, which no event says. Each group has two threads of
/// its own, made when the group is made: in the order of their numbers threads belong to groups in
/// the order of the groups. Which groups have been quiet is known from the other ranks: what one
/// has in a group the others have too, and it ends on all at about the same time.
final class GlooThreads {
    private static final int THREADS_OF_A_GROUP = 2;
    private static final int MOST_CHOICES = 5_000;
    private static final int[] NEIGHBOURS = {1, 3, 8, 64};
    private static final int ROUNDS = 4;

    private final List<RankRecord> ranks;
    private final List<Threads> threads;
    private final Map<Integer, Integer> indexOfRank = new HashMap<>();

    /// The threads of a rank by number, and the places of the groups that gloo may serve.
    @SuppressWarnings("ArrayRecordComponent") // nobody writes to them
    private record Threads(long[] numbers, List<Integer> places) {}

    GlooThreads(List<RankRecord> ranks) {
        this.ranks = ranks;
        this.threads = ranks.stream().map(GlooThreads::threads).toList();
        for (int at = 0; at < ranks.size(); at++) {
            indexOfRank.put(ranks.get(at).rank(), at);
        }
    }

    private static Threads threads(RankRecord rank) {
        RankCollectives rows = rank.collectives();
        long[] numbers =
                IntStream.range(0, rows.size())
                        .mapToLong(row -> rows.thread().get(row))
                        .filter(thread -> thread >= 0)
                        .distinct()
                        .sorted()
                        .toArray();
        List<Integer> places = new ArrayList<>();
        for (int place = 0; place < rank.groups().size(); place++) {
            RankGroup group = rank.groups().get(place);
            boolean gloo = group.backend().isEmpty() || group.backend().contains("gloo");
            if (gloo && group.ranks().contains(rank.rank())) {
                places.add(place);
            }
        }
        return new Threads(numbers, places);
    }

    /// For each rank the place of a group for each of its threads.
    List<Map<Long, Integer>> found() {
        int[][] chosen = new int[ranks.size()][];
        if (threads.stream().anyMatch(each -> each.numbers().length > 0)) {
            chosen = refined(together());
        }
        List<Map<Long, Integer>> found = new ArrayList<>();
        for (int at = 0; at < ranks.size(); at++) {
            Map<Long, Integer> places = new HashMap<>();
            Threads own = threads.get(at);
            for (int thread = 0; thread < own.numbers().length; thread++) {
                if (!own.places().isEmpty()) {
                    places.put(own.numbers()[thread], own.places().get(chosen[at][thread]));
                }
            }
            found.add(places);
        }
        return found;
    }

    /// The best choice of quiet groups that is the same on all ranks.
    private int[][] together() {
        GlooAgreement agreement = new GlooAgreement(ranks, this::place, indexOfRank);
        int[][] best = new int[ranks.size()][];
        Arrays.setAll(best, at -> new int[threads.get(at).numbers().length]);
        GlooAgreement.Score score = GlooAgreement.Score.WORST;
        int groups = threads.stream().mapToInt(each -> each.places().size()).max().orElse(0);
        int choices = 1 << Math.min(groups, 10);
        for (int neighbours : NEIGHBOURS) {
            for (int used = 1; used < choices; used++) {
                Optional<int[][]> next = choice(neighbours, used);
                if (next.isPresent() && agreement.of(next.get()).isBetterThan(score)) {
                    best = next.get();
                    score = agreement.of(best);
                }
            }
        }
        return best;
    }

    private int place(int rank, int group) {
        return threads.get(rank).places().get(group);
    }

    /// Threads whose numbers are so near are of one group; `used` has a bit for each group that was
    /// not quiet. Empty where there are more threads than those groups have.
    private Optional<int[][]> choice(int neighbours, int used) {
        int[][] all = new int[ranks.size()][];
        for (int at = 0; at < all.length; at++) {
            Threads own = threads.get(at);
            int groups = Math.max(1, own.places().size());
            int[] loud =
                    IntStream.range(0, groups).filter(group -> (used >> group & 1) == 1).toArray();
            all[at] = new int[own.numbers().length];
            int cluster = 0;
            int members = 0;
            for (int thread = 0; thread < all[at].length; thread++) {
                if (thread > 0) {
                    long apart = own.numbers()[thread] - own.numbers()[thread - 1];
                    boolean next = apart > neighbours || members == THREADS_OF_A_GROUP;
                    cluster += next ? 1 : 0;
                    members = next ? 0 : members;
                }
                members++;
                if (cluster >= loud.length) {
                    return Optional.empty();
                }
                all[at][thread] = loud[cluster];
            }
        }
        return Optional.of(all);
    }

    /// Rank by rank, as long as it agrees better with the others.
    private int[][] refined(int[][] start) {
        GlooAgreement agreement = new GlooAgreement(ranks, this::place, indexOfRank);
        int[][] best = start;
        GlooAgreement.Score score = agreement.of(best);
        for (int round = 0; round < ROUNDS && score.differing() + score.early() > 0; round++) {
            boolean changed = false;
            for (int at = 0; at < best.length; at++) {
                for (int[] choice : choices(threads.get(at))) {
                    int[][] next = best.clone();
                    next[at] = choice;
                    GlooAgreement.Score other = agreement.of(next);
                    if (other.isBetterThan(score)) {
                        best = next;
                        score = other;
                        changed = true;
                    }
                }
            }
            if (!changed) {
                break;
            }
        }
        return best;
    }

    private static List<int[]> choices(Threads own) {
        List<int[]> all = new ArrayList<>();
        all.add(new int[0]);
        for (int thread = 0; thread < own.numbers().length; thread++) {
            List<int[]> longer = new ArrayList<>();
            for (int[] begun : all) {
                int last = thread == 0 ? 0 : begun[thread - 1];
                for (int group = last; group < own.places().size(); group++) {
                    int wanted = group;
                    long members = Arrays.stream(begun).filter(each -> each == wanted).count();
                    if (members < THREADS_OF_A_GROUP && longer.size() < MOST_CHOICES) {
                        int[] next = Arrays.copyOf(begun, thread + 1);
                        next[thread] = group;
                        longer.add(next);
                    }
                }
            }
            all = longer;
        }
        return all;
    }
}
