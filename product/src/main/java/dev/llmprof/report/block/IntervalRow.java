package dev.llmprof.report.block;

import dev.llmprof.report.block.Block.Column;
import dev.llmprof.report.block.Block.Grid;
import java.util.List;
import java.util.Locale;

/// A difference as a ratio less one, what it may be at least and at most, and what is said of it.
public record IntervalRow(String name, double low, double estimate, double high, String verdict) {

    public static String percent(double ratio) {
        return String.format(Locale.ROOT, "%+.2f %%", 100 * ratio).replace('-', '−');
    }

    public String words() {
        return percent(estimate) + " [" + percent(low) + ", " + percent(high) + "]";
    }

    /// For a format that draws no plot.
    public static Grid grid(Block.Intervals intervals) {
        return new Grid(
                intervals.caption(),
                List.of(
                        Column.words("metric"),
                        Column.words("change and interval"),
                        Column.words("verdict")),
                intervals.rows().stream()
                        .map(row ->
                                List.of(
                                        Cell.text(row.name),
                                        Cell.text(row.words()),
                                        Cell.text(row.verdict)))
                        .toList());
    }
}
