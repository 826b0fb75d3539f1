package dev.llmprof.compare.tree;

import java.util.List;
import java.util.OptionalDouble;

/// A node of the time tree with its time on both sides. The effects of a leaf add up to its
/// difference, its nanoseconds are in no other leaf; hidden time is that of overlapped work and
/// counts nowhere.
///
/// @param path names from the root down, the node's own last
/// @param matchedBy how both sides were found to be the same: `kernel`, `shape`, `added`
/// @param q the node's share of false discoveries, where there are runs to say it
public record TreeNode(
        List<String> path,
        boolean leaf,
        long aNanos,
        long bNanos,
        long aCount,
        long bCount,
        long countEffectNanos,
        long timeEffectNanos,
        long aHiddenNanos,
        long bHiddenNanos,
        String matchedBy,
        OptionalDouble q) {
    public TreeNode {
        path = List.copyOf(path);
    }

    public long deltaNanos() {
        return bNanos - aNanos;
    }
}
