package dev.llmprof.compare.tree;

import dev.llmprof.compare.statistic.Estimate;
import dev.llmprof.compare.statistic.Estimates;
import dev.llmprof.compare.statistic.ManyTests;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// How many of the leaves that changed as surely as this one changed by chance
/// (Benjamini-Hochberg), where there are runs to say it. It shades the tree and decides nothing.
final class LeafDoubts {
    private static final int FEWEST = 2;

    private LeafDoubts() {}

    /// By the number of the leaf.
    static Map<Integer, Double> of(LeafTable table, int runsA, int runsB) {
        if (Math.min(runsA, runsB) < FEWEST) {
            return Map.of();
        }
        Map<Integer, Double> chances = new TreeMap<>();
        for (int leaf = 0; leaf < table.size(); leaf++) {
            Optional<double[]> a = table.sums(leaf).runs(LeafSums.A, runsA);
            Optional<double[]> b = table.sums(leaf).runs(LeafSums.B, runsB);
            if (a.isPresent() && b.isPresent()) {
                int number = leaf;
                Estimates.of(a.get(), b.get(), Optional.empty())
                        .map(Estimate::p)
                        .filter(Double::isFinite)
                        .ifPresent(p -> chances.put(number, p));
            }
        }
        List<Integer> leaves = List.copyOf(chances.keySet());
        double[] doubts =
                ManyTests.benjaminiHochberg(
                        chances.values().stream().mapToDouble(Double::doubleValue).toArray());
        Map<Integer, Double> byLeaf = new HashMap<>();
        for (int at = 0; at < doubts.length; at++) {
            byLeaf.put(leaves.get(at), doubts[at]);
        }
        return byLeaf;
    }
}
