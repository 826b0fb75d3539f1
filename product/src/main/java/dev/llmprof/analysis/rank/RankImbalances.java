package dev.llmprof.analysis.rank;

import java.util.ArrayList;
import java.util.List;

/// How unevenly all-to-alls spread bytes and experts' work over the ranks of a group. What a rank
/// computes between an all-to-all and the next, which brings the results back, is its experts'
/// work.
final class RankImbalances {
    private final List<RankRecord> ranks;
    private final List<Ranks.Imbalance> found = new ArrayList<>();

    private RankImbalances(List<RankRecord> ranks) {
        this.ranks = ranks;
    }

    static List<Ranks.Imbalance> of(List<RankRecord> ranks, List<MatchedGroup> groups) {
        RankImbalances imbalances = new RankImbalances(ranks);
        groups.stream().filter(group -> !group.key().message()).forEach(imbalances::add);
        return imbalances.found;
    }

    private void add(MatchedGroup group) {
        List<Integer> exchanges = new ArrayList<>();
        for (int instance = 0; instance < group.instances(); instance++) {
            if (group.isWhole(instance) && isExchange(group, instance)) {
                exchanges.add(instance);
            }
        }
        if (exchanges.isEmpty()) {
            return;
        }
        long[] sent = new long[group.size()];
        long[] received = new long[group.size()];
        long[] computed = new long[group.size()];
        for (int member = 0; member < group.size(); member++) {
            RankRecord rank = ranks.get(group.members()[member]);
            for (int at = 0; at < exchanges.size(); at++) {
                int row = group.rows()[member][exchanges.get(at)];
                sent[member] += rank.collectives().sentBytes().get(row);
                received[member] += rank.collectives().receivedBytes().get(row);
                if (at % 2 == 1) {
                    int before = group.rows()[member][exchanges.get(at - 1)];
                    computed[member] +=
                            TimeSplit.of(
                                            rank.intervals(),
                                            rank.collectives().endNanos().get(before),
                                            rank.collectives().startNanos().get(row))
                                    .computingNanos();
                }
            }
        }
        add("bytes sent in all-to-all", group, exchanges.size(), sent);
        add("bytes received in all-to-all", group, exchanges.size(), received);
        add("computing between all-to-alls", group, exchanges.size() / 2, computed);
    }

    private boolean isExchange(MatchedGroup group, int instance) {
        return ranks.get(group.members()[0]).collectives().kindOf(group.rows()[0][instance])
                == CollectiveKind.ALL_TO_ALL;
    }

    private void add(String what, MatchedGroup group, long count, long[] values) {
        int most = 0;
        double sum = 0;
        for (int member = 0; member < values.length; member++) {
            sum += values[member];
            most = values[member] > values[most] ? member : most;
        }
        if (sum > 0 && count > 0) {
            found.add(
                    new Ranks.Imbalance(
                            what,
                            group.key().name(),
                            count,
                            ranks.get(group.members()[most]).rank(),
                            values[most] * values.length / sum));
        }
    }
}
