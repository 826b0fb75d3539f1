package dev.llmprof.report.format;

import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Numbers;
import java.util.List;
import java.util.Locale;

/// A table as HTML: real header cells, the sortable number beside the text, bars for shares.
final class HtmlGrid {
    private static final int ROWS_WITHOUT_SEARCH = 8;

    /// Words that are never broken.
    private static final int SHORT = 16;

    private HtmlGrid() {}

    static void append(StringBuilder out, Block.Grid grid, String id) {
        boolean searchable = grid.rows().size() > ROWS_WITHOUT_SEARCH;
        out.append("<div class=\"grid\" id=\"g-").append(id).append("\">");
        if (searchable) {
            out.append("<div class=\"tools\"><input type=\"search\" placeholder=\"Filter rows\"");
            out.append(" aria-label=\"Filter rows of ").append(Html.escaped(grid.caption()));
            out.append("\"><span class=\"matches\" role=\"status\"></span>");
            if (grid.rows().getFirst().stream().anyMatch(cell -> cell instanceof Cell.Name)) {
                out.append("<button type=\"button\" class=\"names\" aria-pressed=\"false\">");
                out.append("Full names</button>");
            }
            out.append("</div>");
        }
        out.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"")
                .append(Html.escaped(grid.caption()));
        out.append("\"><table><caption>");
        out.append(Html.escaped(grid.caption())).append("</caption><thead><tr>");
        grid.columns().forEach(column -> head(out, column));
        out.append("</tr></thead>\n<tbody>\n");
        grid.rows().forEach(row -> row(out, row, grid.columns()));
        out.append("</tbody></table></div>");
        if (grid.rowsLeftOut() > 0) {
            out.append("<p class=\"more\">").append(Cell.count(grid.rowsLeftOut()).shown());
            out.append(" more rows are in the CSV.</p>");
        }
        out.append("</div>");
    }

    private static void head(StringBuilder out, Block.Column column) {
        out.append("<th scope=\"col\" class=\"").append(align(column)).append("\"");
        if (!column.meaning().isEmpty()) {
            out.append(" title=\"").append(Html.escaped(column.meaning())).append('"');
        }
        out.append("><button type=\"button\">").append(Html.escaped(column.title()));
        out.append("</button>").append(HtmlTerms.mark(column.title())).append("</th>");
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
                            .append(text.length() <= SHORT ? " short\">" : "\">")
                            .append(Html.escaped(text));
            case Cell.Name(String name) ->
                    out.append('<')
                            .append(tag)
                            .append(" class=\"name\"><code>")
                            .append(Html.escaped(name))
                            .append("</code>");
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
