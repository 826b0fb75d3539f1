package dev.llmprof.analysis.rank;

import dev.llmprof.trace.RankGroup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Which captures are compared: one of each rank, all of one job; and what has to be said about
/// those that are left out or are not there.
record RankSelection(List<RankRecord> ranks, List<String> remarks) {

    static RankSelection of(List<RankRecord> given) {
        List<String> remarks = new ArrayList<>();
        List<RankRecord> ranks = ofOneJob(numbered(given), remarks);
        ranks = onceEach(ranks, remarks);
        missing(ranks, remarks);
        cut(ranks, remarks);
        return new RankSelection(ranks, remarks);
    }

    /// Those whose names only say their place are numbered by it.
    private static List<RankRecord> numbered(List<RankRecord> given) {
        List<String> places =
                given.stream()
                        .filter(each -> each.rank() == RankFacts.UNNUMBERED)
                        .map(each -> each.facts().place())
                        .distinct()
                        .sorted()
                        .toList();
        boolean all = given.stream().allMatch(each -> each.rank() == RankFacts.UNNUMBERED);
        return given.stream()
                .filter(each -> all || each.rank() != RankFacts.UNNUMBERED)
                .map(each -> all ? each.numbered(places.indexOf(each.facts().place())) : each)
                .sorted(
                        Comparator.comparingInt(RankRecord::rank)
                                .thenComparing(each -> each.facts().source()))
                .toList();
    }

    private static List<RankRecord> ofOneJob(List<RankRecord> given, List<String> remarks) {
        Map<Integer, Long> worlds =
                given.stream()
                        .filter(each -> each.facts().worldSize() > 0)
                        .collect(
                                Collectors.groupingBy(
                                        each -> each.facts().worldSize(),
                                        TreeMap::new,
                                        Collectors.counting()));
        int world =
                worlds.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .map(Map.Entry::getKey)
                        .orElse(0);
        Map<Integer, Set<GroupKey>> known = new HashMap<>();
        given.forEach(each ->
                known.computeIfAbsent(each.rank(), _ -> new TreeSet<>(GroupKey.ORDER))
                        .addAll(each.groups().stream().map(GroupKey::of).toList()));
        List<RankRecord> kept = new ArrayList<>();
        for (RankRecord rank : given) {
            int size = rank.facts().worldSize();
            if (size > 0 && size != world) {
                remarks.add(
                        "rank %d is of another job and left out: it is one of %d ranks, most are of %d (%s)"
                                .formatted(rank.rank(), size, world, rank.facts().source()));
            } else if (isStranger(rank, known)) {
                remarks.add(
                        "rank %d is of another job and left out: no other rank knows its groups (%s)"
                                .formatted(rank.rank(), rank.facts().source()));
            } else {
                kept.add(rank);
            }
        }
        return kept;
    }

    /// Its groups have others in them that are there and none of them knows the group.
    private static boolean isStranger(RankRecord rank, Map<Integer, Set<GroupKey>> known) {
        int shared = 0;
        int unknown = 0;
        for (RankGroup group : rank.groups()) {
            List<Integer> others =
                    group.ranks().stream()
                            .filter(other -> other != rank.rank() && known.containsKey(other))
                            .toList();
            if (!others.isEmpty()) {
                shared++;
                GroupKey key = GroupKey.of(group);
                boolean met =
                        others.stream()
                                .anyMatch(other ->
                                        known.getOrDefault(other, Set.of()).contains(key)
                                                || known.getOrDefault(other, Set.of()).isEmpty());
                unknown += met ? 0 : 1;
            }
        }
        return shared > 0 && unknown == shared;
    }

    /// Of ranks that two folders have, as of two tools, all are taken from the one that has more:
    /// times of two recordings were never together.
    private static List<RankRecord> onceEach(List<RankRecord> given, List<String> remarks) {
        Map<String, Long> perFolder =
                given.stream()
                        .collect(
                                Collectors.groupingBy(
                                        RankSelection::folder, Collectors.counting()));
        Map<String, Long> communication =
                given.stream()
                        .collect(
                                Collectors.groupingBy(
                                        RankSelection::folder,
                                        Collectors.summingLong(each -> each.collectives().size())));
        Comparator<RankRecord> better =
                Comparator.comparingLong(
                                (RankRecord each) -> communication.getOrDefault(folder(each), 0L))
                        .thenComparingLong(each -> perFolder.getOrDefault(folder(each), 0L))
                        .thenComparingInt(each -> each.collectives().size())
                        .thenComparing(each -> each.facts().source(), Comparator.reverseOrder());
        Map<Integer, List<RankRecord>> byRank = new TreeMap<>();
        given.forEach(
                each -> byRank.computeIfAbsent(each.rank(), _ -> new ArrayList<>()).add(each));
        List<RankRecord> kept =
                byRank.values().stream()
                        .map(all -> all.stream().max(better).orElseThrow())
                        .toList();
        List<RankRecord> chosen =
                kept.stream()
                        .filter(each -> byRank.getOrDefault(each.rank(), List.of()).size() > 1)
                        .toList();
        twice(chosen, byRank, remarks);
        return kept;
    }

    private static void twice(
            List<RankRecord> chosen, Map<Integer, List<RankRecord>> byRank, List<String> remarks) {
        if (chosen.size() == 1) {
            RankRecord best = chosen.getFirst();
            remarks.add(
                    "rank %d is there %d times; compared is the one with the most communication, %s"
                            .formatted(
                                    best.rank(),
                                    byRank.getOrDefault(best.rank(), List.of()).size(),
                                    best.facts().source()));
        } else if (!chosen.isEmpty()) {
            remarks.add(
                    "ranks %s are there more than once; compared are those with the most communication, such as %s"
                            .formatted(
                                    RankNumbers.of(chosen.stream().map(RankRecord::rank).toList()),
                                    chosen.getFirst().facts().source()));
        }
    }

    private static String folder(RankRecord rank) {
        String source = rank.facts().source();
        return source.substring(0, source.lastIndexOf('/') + 1);
    }

    private static void missing(List<RankRecord> ranks, List<String> remarks) {
        Set<Integer> there = ranks.stream().map(RankRecord::rank).collect(Collectors.toSet());
        int world = ranks.stream().mapToInt(each -> each.facts().worldSize()).max().orElse(0);
        List<Integer> missing =
                IntStream.range(0, world).filter(rank -> !there.contains(rank)).boxed().toList();
        if (!missing.isEmpty()) {
            remarks.add(
                    "%d of %d ranks are there; not rank %s: who waited for those is not known"
                            .formatted(there.size(), world, RankNumbers.of(missing)));
        }
    }

    private static void cut(List<RankRecord> ranks, List<String> remarks) {
        List<Integer> cut =
                ranks.stream().filter(each -> !each.facts().whole()).map(RankRecord::rank).toList();
        if (!cut.isEmpty()) {
            remarks.add(
                    "the capture of rank "
                            + RankNumbers.of(cut)
                            + " breaks off: what came later is compared without it");
        }
    }
}
