package dev.llmprof.report.format;

import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.ChangeRow;
import dev.llmprof.report.block.IntervalRow;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Unit;
import java.util.List;
import java.util.Locale;

/// Differences as HTML that needs no script: a tree that folds, with bars to the left and to the
/// right, and intervals on one scale.
final class HtmlChanges {
    private static final int OPEN_DEPTH = 2;
    private static final double HALF = 50;

    private HtmlChanges() {}

    static void append(StringBuilder out, Block.Changes changes) {
        long most =
                changes.rows().stream()
                        .mapToLong(row -> Math.abs(row.deltaNanos()))
                        .max()
                        .orElse(1);
        out.append("<div class=\"changes\"><p class=\"matches\">");
        out.append(Html.escaped(changes.caption())).append("</p>");
        out.append("<div class=\"change head\"><span>where</span><span>less · more</span>");
        out.append("<span>change</span><span>A → B</span><span>launches</span>");
        out.append("<span>by count</span><span>by time</span><span>matched by</span></div>");
        List<ChangeRow> rows = changes.rows();
        int open = 0;
        for (int at = 0; at < rows.size(); at++) {
            ChangeRow row = rows.get(at);
            for (; open > row.depth(); open--) {
                out.append("</details>");
            }
            if (at + 1 < rows.size() && rows.get(at + 1).depth() > row.depth()) {
                out.append(isOpen(row, most) ? "<details open>" : "<details>");
                row(out.append("<summary class=\"change\""), row, most).append("</summary>");
                open++;
            } else {
                row(out.append("<div class=\"change\""), row, most).append("</div>");
            }
        }
        out.append("</details>".repeat(open)).append("</div>");
    }

    /// As far as most of the change leads.
    private static boolean isOpen(ChangeRow row, long most) {
        return row.depth() < OPEN_DEPTH || 2 * Math.abs(row.deltaNanos()) >= most;
    }

    private static StringBuilder row(StringBuilder out, ChangeRow row, long most) {
        out.append(" style=\"--depth:").append(row.depth()).append("\"><span title=\"");
        out.append(Html.escaped(row.name())).append("\">").append(Html.escaped(row.name()));
        out.append("</span>");
        bar(out, row.deltaNanos(), most);
        value(out, ChangeRow.signed(row.deltaNanos()));
        value(out, nanos(row.aNanos()) + " → " + nanos(row.bNanos()));
        value(out, row.counts());
        value(out, ChangeRow.signed(row.countEffectNanos()));
        value(out, ChangeRow.signed(row.timeEffectNanos()));
        return value(out, row.how());
    }

    private static String nanos(long nanos) {
        return Numbers.text((double) nanos, Unit.NANOSECONDS);
    }

    private static StringBuilder value(StringBuilder out, String text) {
        return out.append("<span>").append(Html.escaped(text)).append("</span>");
    }

    /// To the left what takes less on B, to the right what takes more.
    private static void bar(StringBuilder out, long delta, long most) {
        double width = HALF * Math.abs(delta) / Math.max(1, most);
        out.append("<span class=\"bar ")
                .append(delta < 0 ? "less" : "more")
                .append("\"><i style=\"");
        out.append(placed(delta < 0 ? HALF - width : HALF, width)).append("\"></i></span>");
    }

    private static String placed(double left, double width) {
        return String.format(Locale.ROOT, "left:%.2f%%;width:%.2f%%", left, width);
    }

    static void append(StringBuilder out, Block.Intervals intervals) {
        double reach =
                intervals.rows().stream()
                        .mapToDouble(row -> Math.max(Math.abs(row.low()), Math.abs(row.high())))
                        .max()
                        .orElse(0);
        double scale = HALF / Math.max(1.1 * reach, 2 * intervals.margin());
        out.append("<div class=\"intervals\"><p class=\"matches\">");
        out.append(Html.escaped(intervals.caption())).append("</p>");
        for (IntervalRow row : intervals.rows()) {
            out.append("<div class=\"interval ").append(Html.escaped(row.verdict()));
            out.append("\"><span>").append(Html.escaped(row.name())).append("</span>");
            out.append("<span class=\"scale\"><b style=\"");
            out.append(placed(HALF - scale * intervals.margin(), 2 * scale * intervals.margin()));
            out.append("\"></b><i style=\"");
            out.append(placed(HALF + scale * row.low(), scale * (row.high() - row.low())));
            out.append("\"></i><em style=\"").append(placed(HALF + scale * row.estimate(), 0));
            out.append("\"></em></span>");
            value(out, row.words());
            value(out, row.verdict()).append("</div>");
        }
        out.append("</div>");
    }
}
