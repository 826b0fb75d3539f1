package dev.llmprof.compare.tree;

import java.util.List;

/// What changed: the spans of both sides, and the nodes whose leaves add up to them exactly.
///
/// @param basis what the values are of: a run, a step, a token
/// @param aIdleNanos the part of the span in which nothing ran; the rest is busy
/// @param aMatched the share of the side's time that found a partner, 0 to 1
/// @param remarks what a reader has to know: a few steps dominate, lengths differ
public record TimeTree(
        String basis,
        long aNanos,
        long bNanos,
        long aIdleNanos,
        long bIdleNanos,
        double aMatched,
        double bMatched,
        List<TreeNode> nodes,
        List<String> remarks) {
    public TimeTree {
        nodes = List.copyOf(nodes);
        remarks = List.copyOf(remarks);
    }
}
