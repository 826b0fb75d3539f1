package dev.llmprof.report.format;

import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// A table as HTML: real header cells, the sortable number beside the text, bars for shares.
final class HtmlGrid {
    private static final int ROWS_WITHOUT_SEARCH = 8;

    /// As report.css has it.
    private static final int ROWS_ON_PAPER = 12;

    /// Words that are never broken.
    private static final int SHORT = 16;

    private static final int LONG = 40;

    /// Sentences rather than a word.
    private static final int PROSE = 80;

    /// Titles of more may take several lines.
    private static final int TITLE = 12;

    /// Titles of more are broken inside of words: they have names of files.
    private static final int LONG_TITLE = 20;

    private static final int MANY_COLUMNS = 10;

    private HtmlGrid() {}

    static void append(StringBuilder out, Block.Grid grid, String id, Set<String> files) {
        out.append("<div class=\"grid\" id=\"g-").append(id).append("\">");
        tools(out, grid);
        out.append("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"")
                .append(Html.escaped(grid.caption()));
        out.append("\"><table").append(kinds(grid)).append("><caption>");
        out.append(Html.escaped(grid.caption()));
        link(out, grid.table(), files);
        out.append("</caption><thead><tr>");
        grid.columns().forEach(column -> head(out, column));
        out.append("</tr></thead>\n<tbody>\n");
        grid.rows().forEach(row -> row(out, row, grid.columns()));
        out.append("</tbody></table></div>");
        more(out, grid, files);
        out.append("</div>");
    }

    /// What report.css has to know to share the width out.
    private static String kinds(Block.Grid grid) {
        List<String> kinds = new ArrayList<>();
        if (manyNames(grid)) {
            kinds.add("many");
        }
        if (grid.columns().size() > MANY_COLUMNS) {
            kinds.add("wide");
        }
        if (grid.rows().stream().flatMap(List::stream).anyMatch(HtmlGrid::prose)) {
            kinds.add("prose");
        }
        return kinds.isEmpty() ? "" : " class=\"" + String.join(" ", kinds) + "\"";
    }

    private static boolean prose(Cell cell) {
        return cell instanceof Cell.Text(String text) && text.length() > PROSE;
    }

    /// Names leave each other room.
    private static boolean manyNames(Block.Grid grid) {
        return !grid.rows().isEmpty()
                && grid.rows().getFirst().stream().filter(Cell.Name.class::isInstance).count() > 2;
    }

    private static void link(StringBuilder out, String table, Set<String> files) {
        String csv = "csv/" + table + ".csv";
        if (files.contains(csv)) {
            out.append(" <a class=\"csv\" href=\"").append(Html.escaped(csv)).append("\">");
            out.append(Html.escaped(table)).append(".csv</a>");
        }
    }

    private static void tools(StringBuilder out, Block.Grid grid) {
        boolean searchable = grid.rows().size() > ROWS_WITHOUT_SEARCH;
        boolean shortened =
                grid.rows().stream().flatMap(List::stream).anyMatch(HtmlGrid::shortened);
        if (!searchable && !shortened) {
            return;
        }
        out.append("<div class=\"tools\">");
        if (searchable) {
            out.append("<input type=\"search\" placeholder=\"Filter rows\"");
            out.append(" aria-label=\"Filter rows of ").append(Html.escaped(grid.caption()));
            out.append("\"><span class=\"matches\" role=\"status\"></span>");
        }
        if (shortened) {
            out.append("<button type=\"button\" class=\"names\" aria-pressed=\"false\">");
            out.append("Full names</button>");
        }
        out.append("</div>");
    }

    /// On paper tables end early; the line says so there.
    private static void more(StringBuilder out, Block.Grid grid, Set<String> files) {
        if (grid.rowsLeftOut() > 0) {
            out.append("<p class=\"more\">").append(Cell.count(grid.rowsLeftOut()).shown());
            out.append(" more rows are in the CSV.");
            link(out, grid.table(), files);
            out.append("</p>");
        }
        if (grid.rows().size() > ROWS_ON_PAPER) {
            out.append("<p class=\"more paper\">The first ").append(ROWS_ON_PAPER);
            out.append(" of ").append(Cell.count(grid.rows().size()).shown());
            out.append(" rows; the others are on the screen and in the CSV.</p>");
        }
    }

    private static boolean shortened(Cell cell) {
        return cell instanceof Cell.Name(String name) && BriefName.shortens(name);
    }

    private static void head(StringBuilder out, Block.Column column) {
        out.append("<th scope=\"col\" class=\"").append(align(column));
        out.append(lines(column.title())).append('"');
        if (!column.meaning().isEmpty()) {
            out.append(" title=\"").append(Html.escaped(column.meaning())).append('"');
        }
        out.append("><button type=\"button\">").append(Html.escaped(column.title()));
        out.append("</button>").append(HtmlTerms.mark(column.title())).append("</th>");
    }

    private static String lines(String title) {
        return title.length() > LONG_TITLE ? " long" : title.length() > TITLE ? " lines" : "";
    }

    private static String align(Block.Column column) {
        return column.kind().name().toLowerCase(Locale.ROOT);
    }

    private static void row(StringBuilder out, List<Cell> row, List<Block.Column> columns) {
        out.append("<tr>");
        for (int i = 0; i < row.size(); i++) {
            boolean heads = i == 0 && !row.get(i).numeric();
            String tag = heads ? "th scope=\"row\"" : "td";
            cell(out, tag, row.get(i), align(columns.get(i)));
            out.append(heads ? "</th>" : "</td>");
        }
        out.append("</tr>\n");
    }

    private static void cell(StringBuilder out, String tag, Cell cell, String align) {
        switch (cell) {
            case Cell.Text(String text) ->
                    out.append('<')
                            .append(tag)
                            .append(" class=\"")
                            .append(align)
                            .append(length(text))
                            .append("\">")
                            .append(Html.escaped(text));
            case Cell.Name(String name) -> name(out, tag, name);
            case Cell.Quantity(double value, _) -> number(out, "number", value, cell);
            case Cell.Decimal(double value, _) -> number(out, "number", value, cell);
            case Cell.Share(double fraction) -> share(out, fraction, cell);
            case Cell.Absent(String reason) ->
                    out.append("<td class=\"absent ")
                            .append(align)
                            .append("\" title=\"")
                            .append(Html.escaped(reason))
                            .append("\">–");
        }
    }

    /// Short words are never broken, and long ones have room for several in a line.
    private static String length(String text) {
        return text.length() <= SHORT ? " short" : text.length() > LONG ? " long" : "";
    }

    /// The short name of a kernel, and the whole one that a click or the button above shows.
    private static void name(StringBuilder out, String tag, String name) {
        out.append('<').append(tag).append(" class=\"name\"><code>");
        if (BriefName.shortens(name)) {
            out.append("<span class=\"brief\">").append(Html.escaped(BriefName.of(name)));
            out.append("</span><span class=\"whole\">").append(Html.escaped(name));
            out.append("</span>");
        } else {
            out.append(Html.escaped(name));
        }
        out.append("</code>");
    }

    private static void number(StringBuilder out, String style, double value, Cell cell) {
        out.append("<td class=\"")
                .append(style)
                .append("\" data-v=\"")
                .append(Numbers.exact(value));
        out.append("\">").append(Html.escaped(cell.shown()));
    }

    private static void share(StringBuilder out, double fraction, Cell cell) {
        out.append("<td class=\"number share\" data-v=\"").append(Numbers.exact(fraction));
        out.append("\" style=\"--share:")
                .append(Numbers.fixed(100 * Math.clamp(fraction, 0, 1), 2));
        out.append("%\">").append(Html.escaped(cell.shown()));
    }
}
