package dev.llmprof.analysis.plan;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/// The items of the most value that together cost no more than a budget.
///
/// Few items are tried out, which is exact; many are weighed in hundredths of a second, rounded up.
final class Knapsack<T> {
    private static final int FEW = 18;
    private static final double UNIT = .01;
    private static final int MOST_UNITS = 2_000_000;

    private final List<T> items;
    private final double[] costs;
    private final long[] values;
    private final long[] rest;
    private long most;
    private int bestSet;

    Knapsack(List<T> items, ToDoubleFunction<T> cost, ToLongFunction<T> value) {
        this.items = items;
        this.costs = items.stream().mapToDouble(cost).toArray();
        this.values = items.stream().mapToLong(value).toArray();
        this.rest = new long[items.size() + 1];
        for (int at = items.size() - 1; at >= 0; at--) {
            rest[at] = rest[at + 1] + values[at];
        }
    }

    Set<T> within(double budget) {
        double all = 0;
        for (double cost : costs) {
            all += cost;
        }
        if (all <= budget) {
            return Set.copyOf(items);
        }
        if (items.size() > FEW) {
            return weighed(budget);
        }
        most = 0;
        bestSet = 0;
        tried(0, 0, 0, budget);
        Set<T> best = new HashSet<>();
        for (int at = 0; at < items.size(); at++) {
            if ((bestSet >> at & 1) == 1) {
                best.add(items.get(at));
            }
        }
        return best;
    }

    private void tried(int at, int set, long value, double left) {
        if (value > most) {
            most = value;
            bestSet = set;
        }
        if (at == items.size() || value + rest[at] <= most) {
            return;
        }
        if (costs[at] <= left) {
            tried(at + 1, set | 1 << at, value + values[at], left - costs[at]);
        }
        tried(at + 1, set, value, left);
    }

    private Set<T> weighed(double budget) {
        int units = Math.clamp((long) (budget / UNIT), 0, MOST_UNITS);
        long[] best = new long[units + 1];
        BitSet[] taken = new BitSet[items.size()];
        for (int item = 0; item < taken.length; item++) {
            taken[item] = new BitSet();
            int cost = units(item);
            for (int left = units; left >= cost; left--) {
                long with = best[left - cost] + values[item];
                if (with > best[left]) {
                    best[left] = with;
                    taken[item].set(left);
                }
            }
        }
        Set<T> chosen = new HashSet<>();
        int left = units;
        for (int item = taken.length - 1; item >= 0; item--) {
            if (taken[item].get(left)) {
                chosen.add(items.get(item));
                left -= units(item);
            }
        }
        return chosen;
    }

    private int units(int item) {
        return (int) Math.ceil(costs[item] / UNIT);
    }
}
