package dev.llmprof.analysis.rank;

import dev.llmprof.table.IntColumn;
import dev.llmprof.trace.RankGroup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Who communicates with whom: the groups of all ranks, each once, and which of a rank's rows
/// belong to which.
final class CommunicationGroups {
    private final List<RankRecord> ranks;
    private final Map<Integer, Integer> indexOfRank = new HashMap<>();
    private final TreeMap<GroupKey, Map<Integer, IntColumn.Builder>> rows =
            new TreeMap<>(GroupKey.ORDER);
    private final MessagePartners partners;
    private boolean unnamed;

    private CommunicationGroups(List<RankRecord> ranks) {
        this.ranks = ranks;
        this.partners = new MessagePartners(ranks);
        for (int at = 0; at < ranks.size(); at++) {
            indexOfRank.put(ranks.get(at).rank(), at);
        }
    }

    /// The rows of one group on each of its ranks that are there; `members` are places in the list
    /// of ranks.
    @SuppressWarnings("ArrayRecordComponent") // nobody writes to them
    record GroupRows(GroupKey key, int[] members, IntColumn[] rows) {}

    /// `unnamed` says that some events do not say whose they are; those count for all ranks.
    record Found(List<GroupRows> groups, boolean unnamed) {}

    static Found of(List<RankRecord> ranks) {
        return new CommunicationGroups(ranks).found();
    }

    private Found found() {
        List<Map<Long, Integer>> gloo = new GlooThreads(ranks).found();
        List<Integer> all = ranks.stream().map(RankRecord::rank).toList();
        GroupKey everybody = new GroupKey(all, "not named", 0, false);
        for (int at = 0; at < ranks.size(); at++) {
            List<GroupKey> keys = keys(ranks.get(at).groups());
            RankCollectives own = ranks.get(at).collectives();
            for (int row = 0; row < own.size(); row++) {
                add(key(at, row, keys, gloo.get(at), everybody), at, row);
            }
        }
        List<GroupRows> groups = new ArrayList<>();
        rows.forEach((key, members) -> groups.add(group(key, members)));
        return new Found(groups, unnamed);
    }

    private GroupKey key(
            int at, int row, List<GroupKey> keys, Map<Long, Integer> gloo, GroupKey everybody) {
        RankCollectives own = ranks.get(at).collectives();
        int place = own.group().get(row);
        if (own.kindOf(row).isMessage()) {
            int peer = place >= 0 ? own.peer().get(row) : partners.of(at, row);
            if (peer >= 0) {
                int self = ranks.get(at).rank();
                return own.kindOf(row) == CollectiveKind.SEND
                        ? GroupKey.message(self, peer)
                        : GroupKey.message(peer, self);
            }
        }
        if (place < 0) {
            place = gloo.getOrDefault(own.thread().get(row), RankCollectives.NONE);
        }
        unnamed |= place < 0;
        return place < 0 ? everybody : keys.get(place);
    }

    /// Groups that are alike in all are told apart by their order.
    private static List<GroupKey> keys(List<RankGroup> groups) {
        Map<GroupKey, Integer> seen = new HashMap<>();
        return groups.stream()
                .map(GroupKey::of)
                .map(key -> key.numbered(seen.merge(key, 1, Integer::sum) - 1))
                .toList();
    }

    private void add(GroupKey key, int at, int row) {
        rows.computeIfAbsent(key, _ -> new TreeMap<>())
                .computeIfAbsent(at, _ -> new IntColumn.Builder())
                .add(row);
    }

    /// All ranks of the group that are there, with rows or without; and who took part unlisted. Of
    /// a message the sender stays first.
    private GroupRows group(GroupKey key, Map<Integer, IntColumn.Builder> found) {
        IntStream listed =
                key.ranks().stream()
                        .filter(indexOfRank::containsKey)
                        .mapToInt(rank -> indexOfRank.getOrDefault(rank, 0));
        IntStream active = found.keySet().stream().mapToInt(Integer::intValue);
        IntStream all = IntStream.concat(listed, active).distinct();
        int[] members = (key.message() ? all : all.sorted()).toArray();
        IntColumn[] columns =
                IntStream.of(members)
                        .mapToObj(at -> found.getOrDefault(at, new IntColumn.Builder()).build())
                        .toArray(IntColumn[]::new);
        return new GroupRows(key, members, columns);
    }
}
