package dev.llmprof.report.compare;

import dev.llmprof.compare.tree.TimeTree;
import dev.llmprof.compare.tree.TreeNode;
import dev.llmprof.report.block.ChangeRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The nodes of a tree as rows of a page: of each parent the children that changed most, and one
/// row for the others, so that the page stays small and all of it still adds up.
final class ChangeRows {
    private static final int CHILDREN = 40;

    private final Map<List<String>, List<TreeNode>> children = new HashMap<>();
    private final List<ChangeRow> rows = new ArrayList<>();

    private ChangeRows(TimeTree tree) {
        for (TreeNode node : tree.nodes()) {
            List<String> parent = node.path().subList(0, node.path().size() - 1);
            children.computeIfAbsent(parent, _ -> new ArrayList<>()).add(node);
        }
    }

    static List<ChangeRow> of(TimeTree tree) {
        var made = new ChangeRows(tree);
        made.below(List.of());
        return made.rows;
    }

    /// They come with the largest change first.
    private void below(List<String> path) {
        List<TreeNode> nodes = children.getOrDefault(path, List.of());
        int shown = nodes.size() <= CHILDREN + 1 ? nodes.size() : CHILDREN;
        for (TreeNode node : nodes.subList(0, shown)) {
            rows.add(row(node));
            below(node.path());
        }
        if (shown < nodes.size()) {
            rows.add(others(nodes.subList(shown, nodes.size())));
        }
    }

    private static ChangeRow row(TreeNode node) {
        return new ChangeRow(
                node.path().size() - 1,
                CompareBlocks.name(node),
                node.aNanos(),
                node.bNanos(),
                node.aCount() + " → " + node.bCount(),
                node.countEffectNanos(),
                node.timeEffectNanos(),
                node.matchedBy());
    }

    private static ChangeRow others(List<TreeNode> nodes) {
        return new ChangeRow(
                nodes.getFirst().path().size() - 1,
                nodes.size() + " others",
                nodes.stream().mapToLong(TreeNode::aNanos).sum(),
                nodes.stream().mapToLong(TreeNode::bNanos).sum(),
                nodes.stream().mapToLong(TreeNode::aCount).sum()
                        + " → "
                        + nodes.stream().mapToLong(TreeNode::bCount).sum(),
                nodes.stream().mapToLong(TreeNode::countEffectNanos).sum(),
                nodes.stream().mapToLong(TreeNode::timeEffectNanos).sum(),
                "");
    }
}
