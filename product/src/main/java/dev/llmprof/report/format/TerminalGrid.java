package dev.llmprof.report.format;

import dev.llmprof.report.block.Block;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;

/// A table as lines of a width. Words are shortened first; columns that still find no room stand in
/// a second table below, beside the rows' names.
final class TerminalGrid {
    private static final int GAP = 3;
    private static final int NARROW_GAP = 2;
    private static final int SHORTEST = 16;

    private final List<Block.Column> columns;
    private final List<List<String>> rows;
    private final int[] widths;

    private TerminalGrid(List<Block.Column> columns, List<List<String>> rows) {
        this.columns = columns;
        this.rows = rows;
        this.widths = naturalWidths(rows);
    }

    /// The first row has the titles.
    static String text(List<Block.Column> columns, List<List<String>> rows, int width) {
        return new TerminalGrid(columns, rows).text(width);
    }

    private String text(int width) {
        int gap = total(all(), GAP) <= width ? GAP : NARROW_GAP;
        shrink(total(all(), gap) - width);
        var out = new StringJoiner("\n");
        for (int[] part : parts(width, gap)) {
            lines(part, gap, out);
        }
        return out.toString();
    }

    private int[] all() {
        int[] all = new int[widths.length];
        Arrays.setAll(all, column -> column);
        return all;
    }

    private static int[] naturalWidths(List<List<String>> rows) {
        int[] widths = new int[rows.getFirst().size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], Terminal.columns(row.get(i)));
            }
        }
        return widths;
    }

    private int total(int[] part, int gap) {
        return Arrays.stream(part).map(column -> widths[column]).sum() + gap * (part.length - 1);
    }

    /// What does not fit is taken from the widest columns of words, one after the other; numbers
    /// stay whole.
    private void shrink(int tooMany) {
        int left = tooMany;
        while (left > 0) {
            int widest = widestWords();
            if (widest < 0) {
                return;
            }
            int taken = Math.min(left, widths[widest] - SHORTEST);
            widths[widest] -= taken;
            left -= taken;
        }
    }

    private int widestWords() {
        int widest = -1;
        for (int column = 0; column < widths.length; column++) {
            boolean words = columns.get(column).kind() != Block.Kind.NUMBER;
            if (words
                    && widths[column] > SHORTEST
                    && (widest < 0 || widths[column] > widths[widest])) {
                widest = column;
            }
        }
        return widest;
    }

    /// Which columns stand in which table: each begins with the leading columns of words.
    private List<int[]> parts(int width, int gap) {
        int names = 0;
        while (names < widths.length && columns.get(names).kind() != Block.Kind.NUMBER) {
            names++;
        }
        int leading = names == widths.length ? 1 : Math.clamp(names, 1, 2);
        List<int[]> parts = new ArrayList<>();
        int[] part = first(leading);
        for (int column = leading; column < widths.length; column++) {
            int[] longer = Arrays.copyOf(part, part.length + 1);
            longer[part.length] = column;
            if (total(longer, gap) > width && part.length > leading) {
                parts.add(part);
                longer = Arrays.copyOf(first(leading), leading + 1);
                longer[leading] = column;
            }
            part = longer;
        }
        parts.add(part);
        return parts;
    }

    private static int[] first(int count) {
        int[] first = new int[count];
        Arrays.setAll(first, column -> column);
        return first;
    }

    private void lines(int[] part, int gap, StringJoiner out) {
        for (List<String> row : rows) {
            var line = new StringBuilder();
            for (int at = 0; at < part.length; at++) {
                int column = part[at];
                boolean number = columns.get(column).kind() == Block.Kind.NUMBER;
                String text = Terminal.clipped(row.get(column), widths[column]);
                line.append(at == 0 ? "" : " ".repeat(gap));
                line.append(
                        number
                                ? Terminal.right(text, widths[column])
                                : Terminal.left(text, widths[column]));
            }
            out.add(line.toString().stripTrailing());
        }
    }
}
