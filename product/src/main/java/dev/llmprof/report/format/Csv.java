package dev.llmprof.report.format;

import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A table as RFC 4180 CSV with `\n`, base units and exact numbers.
public final class Csv {
    private static final String FORMULA = "=+-@\t\r";
    private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?");

    private Csv() {}

    public static String text(Block.Grid grid) {
        var out = new StringBuilder();
        var head = new StringJoiner(",");
        grid.columns().forEach(column -> head.add(field(column.title())));
        out.append(head).append('\n');
        for (List<Cell> row : grid.rows()) {
            var line = new StringJoiner(",");
            row.forEach(
                    cell -> line.add(field(cell.numeric() ? cell.plain() : safe(cell.plain()))));
            out.append(line).append('\n');
        }
        return out.toString();
    }

    /// Cells of which nobody says whether they are numbers: they look like it.
    public static String line(List<String> cells) {
        return cells.stream()
                .map(cell -> field(NUMBER.matcher(cell).matches() ? cell : safe(cell)))
                .collect(Collectors.joining(",", "", "\n"));
    }

    /// A spreadsheet must not take a name for a formula; none of ours begins like one.
    private static String safe(String text) {
        return !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }

    private static String field(String text) {
        boolean quote = text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return quote ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }
}
