package dev.llmprof.config.command;

import java.util.ArrayList;
import java.util.List;

/// Columns padded to their widest cell, between rules.
final class Table {

    private Table() {}

    /// The first row is the head; `afterHead` ends its line.
    static String of(List<List<String>> rows, String afterHead) {
        List<Integer> widths = new ArrayList<>();
        for (int column = 0; column < rows.getFirst().size(); column++) {
            int index = column;
            widths.add(rows.stream().mapToInt(row -> row.get(index).length()).max().orElse(0));
        }
        int width = widths.stream().mapToInt(w -> w + 3).sum() + 1 + afterHead.length();
        String rule = "-".repeat(width) + "\n";
        var text = new StringBuilder(line(rows.getFirst(), widths));
        text.append(afterHead).append('\n').append(rule);
        rows.subList(1, rows.size()).forEach(row -> text.append(line(row, widths)).append('\n'));
        return text.append(rule).toString();
    }

    private static String line(List<String> row, List<Integer> widths) {
        var line = new StringBuilder("|");
        for (int i = 0; i < row.size(); i++) {
            String cell = row.get(i);
            line.append(' ')
                    .append(cell)
                    .append(" ".repeat(widths.get(i) - cell.length()))
                    .append(" |");
        }
        return line.toString();
    }
}
