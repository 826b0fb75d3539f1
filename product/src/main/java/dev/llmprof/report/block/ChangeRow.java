package dev.llmprof.report.block;

import dev.llmprof.report.block.Block.Column;
import dev.llmprof.report.block.Block.Grid;
import java.util.List;
import java.util.Locale;

/// A row of a tree of differences; `depth` counts from 0, `how` says how both sides were matched.
public record ChangeRow(
        int depth,
        String name,
        long aNanos,
        long bNanos,
        String counts,
        long countEffectNanos,
        long timeEffectNanos,
        String how) {

    public long deltaNanos() {
        return bNanos - aNanos;
    }

    /// Always with its sign.
    public static String signed(long nanos) {
        String sign = nanos > 0 ? "+" : nanos < 0 ? "−" : "";
        return sign + Numbers.text(Math.abs((double) nanos), Unit.NANOSECONDS);
    }

    /// For a format that draws no tree.
    public static Grid grid(Block.Changes changes) {
        return new Grid(
                changes.caption(),
                List.of(
                        Column.words("where"),
                        Column.number("change"),
                        Column.number("A"),
                        Column.number("B"),
                        Column.words("matched by")),
                changes.rows().stream().map(ChangeRow::cells).toList());
    }

    private List<Cell> cells() {
        return List.of(
                Cell.name("· ".repeat(depth) + name),
                Cell.text(signed(deltaNanos())),
                Cell.nanos(aNanos),
                Cell.nanos(bNanos),
                Cell.text(how.toLowerCase(Locale.ROOT)));
    }
}
