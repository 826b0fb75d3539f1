package dev.llmprof.compare.tree;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/// Leaves to nodes: each leaf with its effects, and above them sums, the largest change first.
final class TreeNodes {
    private final LeafTable table;
    private final long[][] divisors;

    private final Map<Integer, Double> doubts;

    private TreeNodes(LeafTable table, long[][] divisors, Map<Integer, Double> doubts) {
        this.table = table;
        this.divisors = divisors;
        this.doubts = doubts;
    }

    /// Parents before children.
    static List<TreeNode> of(
            LeafTable table, long[] divisorsA, long[] divisorsB, Map<Integer, Double> doubts) {
        return new TreeNodes(table, new long[][] {divisorsA, divisorsB}, doubts).nodes();
    }

    static boolean isIdle(TreeNode leaf) {
        String name = leaf.path().getLast();
        return name.startsWith("idle: ") || name.equals(HostStrips.UNATTRIBUTED);
    }

    private List<TreeNode> nodes() {
        long[] nanosA = shares(LeafSums.A);
        long[] nanosB = shares(LeafSums.B);
        List<TreeNode> leaves =
                IntStream.range(0, table.size())
                        .filter(leaf -> count(leaf, LeafSums.A) + count(leaf, LeafSums.B) > 0)
                        .mapToObj(leaf -> leaf(leaf, nanosA[leaf], nanosB[leaf]))
                        .toList();
        List<TreeNode> nodes = new ArrayList<>();
        below(leaves, 0, nodes);
        return nodes;
    }

    private long count(int leaf, int side) {
        return table.sums(leaf).count(side);
    }

    /// Rounded so that leaves with one divisor add up to their whole: what is left goes to those
    /// that lost most.
    private long[] shares(int side) {
        Map<Long, List<Integer>> byDivisor = new LinkedHashMap<>();
        for (int leaf = 0; leaf < table.size(); leaf++) {
            byDivisor.computeIfAbsent(divisors[side][leaf], _ -> new ArrayList<>()).add(leaf);
        }
        long[] shares = new long[table.size()];
        byDivisor.forEach((divisor, leaves) -> {
            long whole = 0;
            for (int leaf : leaves) {
                long nanos = table.sums(leaf).nanos(side);
                whole += nanos;
                shares[leaf] = Math.floorDiv(nanos, divisor);
            }
            long left = Math.floorDiv(2 * whole + divisor, 2 * divisor);
            for (int leaf : leaves) {
                left -= shares[leaf];
            }
            leaves.stream()
                    .sorted(
                            Comparator.comparingLong(
                                    (Integer leaf) -> -table.sums(leaf).nanos(side) % divisor))
                    .limit(left)
                    .forEach(leaf -> shares[leaf]++);
        });
        return shares;
    }

    private TreeNode leaf(int leaf, long a, long b) {
        LeafSums sums = table.sums(leaf);
        long effect = countEffect(leaf, a, b);
        return new TreeNode(
                table.path(leaf),
                true,
                a,
                b,
                each(sums.count(LeafSums.A), divisors[LeafSums.A][leaf]),
                each(sums.count(LeafSums.B), divisors[LeafSums.B][leaf]),
                effect,
                b - a - effect,
                each(sums.hidden(LeafSums.A), divisors[LeafSums.A][leaf]),
                each(sums.hidden(LeafSums.B), divisors[LeafSums.B][leaf]),
                sums.matchedBy(),
                doubts.containsKey(leaf)
                        ? OptionalDouble.of(doubts.get(leaf))
                        : OptionalDouble.empty());
    }

    private static long each(long sum, long divisor) {
        return sum == 0 ? 0 : Math.max(1, Math.round((double) sum / divisor));
    }

    /// (nB − nA)(tA + tB) / 2 with n events of mean t; all of the difference where one side has
    /// none.
    private long countEffect(int leaf, long a, long b) {
        BigInteger countA = big(count(leaf, LeafSums.A));
        BigInteger countB = big(count(leaf, LeafSums.B));
        if (countA.signum() == 0 || countB.signum() == 0) {
            return b - a;
        }
        BigInteger perA = big(divisors[LeafSums.A][leaf]);
        BigInteger perB = big(divisors[LeafSums.B][leaf]);
        BigInteger more = countB.multiply(perA).subtract(countA.multiply(perB));
        BigInteger times =
                big(table.sums(leaf).nanos(LeafSums.A))
                        .multiply(countB)
                        .add(big(table.sums(leaf).nanos(LeafSums.B)).multiply(countA));
        BigInteger over = perA.multiply(perB).multiply(countA).multiply(countB).shiftLeft(1);
        return more.multiply(times).divide(over).longValueExact();
    }

    private static BigInteger big(long value) {
        return BigInteger.valueOf(value);
    }

    private static void below(List<TreeNode> leaves, int depth, List<TreeNode> nodes) {
        Map<String, List<TreeNode>> children = new HashMap<>();
        for (TreeNode leaf : leaves) {
            children.computeIfAbsent(leaf.path().get(depth), _ -> new ArrayList<>()).add(leaf);
        }
        record Child(TreeNode node, List<TreeNode> leaves) {}
        children.values().stream()
                .map(own ->
                        new Child(
                                own.getFirst().path().size() == depth + 1
                                        ? own.getFirst()
                                        : sum(own, depth),
                                own))
                .sorted(Comparator.comparing(Child::node, BY_CHANGE))
                .forEach(child -> {
                    nodes.add(child.node);
                    if (!child.node.leaf()) {
                        below(child.leaves, depth + 1, nodes);
                    }
                });
    }

    private static final Comparator<TreeNode> BY_CHANGE =
            Comparator.comparingLong((TreeNode node) -> -Math.abs(node.deltaNanos()))
                    .thenComparingLong(node -> -node.aNanos())
                    .thenComparing(node -> node.path().getLast());

    private static TreeNode sum(List<TreeNode> leaves, int depth) {
        long[] sums = new long[8];
        for (TreeNode leaf : leaves) {
            sums[0] += leaf.aNanos();
            sums[1] += leaf.bNanos();
            sums[2] += leaf.aCount();
            sums[3] += leaf.bCount();
            sums[4] += leaf.countEffectNanos();
            sums[5] += leaf.timeEffectNanos();
            sums[6] += leaf.aHiddenNanos();
            sums[7] += leaf.bHiddenNanos();
        }
        return new TreeNode(
                leaves.getFirst().path().subList(0, depth + 1),
                false,
                sums[0],
                sums[1],
                sums[2],
                sums[3],
                sums[4],
                sums[5],
                sums[6],
                sums[7],
                "",
                OptionalDouble.empty());
    }
}
