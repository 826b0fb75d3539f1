package dev.llmprof.report.compare;

import dev.llmprof.compare.Comparison;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.format.Terminal;
import java.util.ArrayList;
import java.util.List;

/// A comparison for the terminal: twelve lines at most.
public final class CompareScreen {
    private static final int LINES = 12;
    private static final int TREE_ROWS = 5;
    private static final int METRIC_ROWS = 2;

    private CompareScreen() {}

    public static String of(Comparison comparison, int columns) {
        List<String> head = lines(new Block.Paragraph(CompareWords.headline(comparison)), columns);
        List<String> tree = new ArrayList<>();
        comparison
                .tree()
                .ifPresent(found -> {
                    tree.add(clipped(CompareBlocks.span(found), columns));
                    if (!CompareBlocks.largest(found, 1).isEmpty()) {
                        tree.addAll(lines(CompareBlocks.tree(found, TREE_ROWS), columns));
                    }
                });
        List<String> facts = List.of(clipped(CompareWords.comparability(comparison), columns));
        int left = LINES - Math.min(2, head.size()) - tree.size() - facts.size();
        List<String> all = new ArrayList<>(head.subList(0, Math.min(2, head.size())));
        if (!comparison.metrics().isEmpty() && !comparison.sameCapture()) {
            int rows = tree.isEmpty() ? left - 1 : Math.min(METRIC_ROWS, left - 1);
            all.addAll(lines(CompareBlocks.metrics(comparison, rows), columns));
        }
        all.addAll(tree);
        all.addAll(facts);
        CompareWords.remarks(comparison).stream()
                .limit(LINES - all.size())
                .forEach(remark -> all.add(clipped(remark, columns)));
        return String.join("\n", all);
    }

    private static List<String> lines(Block block, int columns) {
        return Terminal.text(List.of(block), columns).lines().toList();
    }

    private static String clipped(String line, int columns) {
        return line.codePointCount(0, line.length()) <= columns
                ? line
                : line.substring(0, line.offsetByCodePoints(0, columns - 1)) + "…";
    }
}
