package dev.llmprof.compare.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// Makes the tree of two sides, of one capture each or of several: means then, since means add up.
public final class TimeTrees {
    private final SharedWords words = new SharedWords();
    private final LeafTable table = new LeafTable(words);
    private final List<TimeStrip> a;
    private final List<TimeStrip> b;

    private TimeTrees(List<TimeStrip> a, List<TimeStrip> b) {
        this.a = a;
        this.b = b;
    }

    /// At least one on each side.
    public static TimeTree of(List<TimeStrip> a, List<TimeStrip> b) {
        return new TimeTrees(a, b).tree();
    }

    private TimeTree tree() {
        StripLeaves firstA = leaves(a.getFirst());
        StripLeaves firstB = leaves(b.getFirst());
        MatchedTime matched = StripMatch.of(words, table, firstA, firstB);
        firstA.addTo(LeafSums.A, 0);
        firstB.addTo(LeafSums.B, 0);
        follow(firstA, a, LeafSums.A);
        follow(firstB, b, LeafSums.B);
        boolean perStep = !sameSteps();
        long[] divisorsA = divisors(a, perStep);
        long[] divisorsB = divisors(b, perStep);
        List<TreeNode> nodes =
                TreeNodes.of(table, divisorsA, divisorsB, LeafDoubts.of(table, a.size(), b.size()));
        return tree(perStep, matched, nodes);
    }

    private TimeTree tree(boolean perStep, MatchedTime matched, List<TreeNode> nodes) {
        List<TreeNode> leaves = nodes.stream().filter(TreeNode::leaf).toList();
        List<TreeNode> idle = leaves.stream().filter(TreeNodes::isIdle).toList();
        return new TimeTree(
                perStep ? "step" : "run",
                leaves.stream().mapToLong(TreeNode::aNanos).sum(),
                leaves.stream().mapToLong(TreeNode::bNanos).sum(),
                idle.stream().mapToLong(TreeNode::aNanos).sum(),
                idle.stream().mapToLong(TreeNode::bNanos).sum(),
                matched.share(LeafSums.A),
                matched.share(LeafSums.B),
                nodes,
                remarks(perStep, matched));
    }

    private StripLeaves leaves(TimeStrip strip) {
        return new StripLeaves(new StripSide(strip, words), table);
    }

    /// Further runs of a side stand where its first does.
    private void follow(StripLeaves first, List<TimeStrip> side, int which) {
        for (int run = 1; run < side.size(); run++) {
            StripLeaves other = leaves(side.get(run));
            FollowedLeaves.place(table, first, other);
            other.addTo(which, run);
        }
    }

    private boolean sameSteps() {
        Map<String, Long> first = steps(a.getFirst());
        return a.stream().allMatch(strip -> steps(strip).equals(first))
                && b.stream().allMatch(strip -> steps(strip).equals(first));
    }

    private static Map<String, Long> steps(TimeStrip strip) {
        Map<String, Long> steps = new TreeMap<>();
        strip.steps().kind().forEach(kind -> steps.merge(kind, 1L, Long::sum));
        return steps;
    }

    /// By what each leaf's sum is divided: the runs, or the steps of its kind in all of them.
    private long[] divisors(List<TimeStrip> side, boolean perStep) {
        Map<String, Long> steps = new TreeMap<>();
        side.forEach(strip -> steps(strip).forEach((k, count) -> steps.merge(k, count, Long::sum)));
        long[] divisors = new long[table.size()];
        for (int leaf = 0; leaf < divisors.length; leaf++) {
            divisors[leaf] =
                    perStep
                            ? steps.getOrDefault(table.kind(leaf), (long) side.size())
                            : side.size();
        }
        return divisors;
    }

    private List<String> remarks(boolean perStep, MatchedTime matched) {
        List<String> remarks = new ArrayList<>();
        remarks.add(matched.words());
        if (a.size() + b.size() > 2) {
            remarks.add("means of %d and %d captures".formatted(a.size(), b.size()));
        }
        if (perStep) {
            remarks.add(
                    "the numbers of steps differ, "
                            + stepWords(a)
                            + " and "
                            + stepWords(b)
                            + ": values are of one step of each kind, and whole outside of steps");
        }
        remarks.addAll(DominantSteps.remarks(a, b));
        return remarks;
    }

    private static String stepWords(List<TimeStrip> side) {
        Map<String, Long> steps = new TreeMap<>();
        side.forEach(strip -> steps(strip).forEach((k, count) -> steps.merge(k, count, Long::sum)));
        List<String> words = new ArrayList<>();
        steps.forEach((kind, count) -> words.add(String.format(Locale.ROOT, "%d %s", count, kind)));
        return words.isEmpty() ? "none" : String.join(" ", words);
    }
}
