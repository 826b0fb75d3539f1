package dev.llmprof.compare.tree;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// How deep a tree goes: below a phase stand its kinds of steps, below them modules, operators with
/// their shapes, kernels.
public enum TreeLevel {
    PHASE(2),
    MODULE(3),
    OPERATOR(4),
    KERNEL(5);

    private final int depth;

    TreeLevel(int depth) {
        this.depth = depth;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static List<String> words() {
        return Stream.of(values()).map(TreeLevel::word).toList();
    }

    /// Without what lies deeper: the sums of it become leaves, and add up as before.
    public TimeTree of(TimeTree tree) {
        return new TimeTree(
                tree.basis(),
                tree.aNanos(),
                tree.bNanos(),
                tree.aIdleNanos(),
                tree.bIdleNanos(),
                tree.aMatched(),
                tree.bMatched(),
                tree.nodes().stream()
                        .filter(node -> node.path().size() <= depth)
                        .map(node -> node.path().size() == depth ? leaf(node) : node)
                        .toList(),
                tree.remarks());
    }

    private static TreeNode leaf(TreeNode node) {
        return new TreeNode(
                node.path(),
                true,
                node.aNanos(),
                node.bNanos(),
                node.aCount(),
                node.bCount(),
                node.countEffectNanos(),
                node.timeEffectNanos(),
                node.aHiddenNanos(),
                node.bHiddenNanos(),
                node.matchedBy(),
                node.q());
    }
}
