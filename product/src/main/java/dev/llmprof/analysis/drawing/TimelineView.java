package dev.llmprof.analysis.drawing;

import java.util.List;

/// What happened when, thinned out for drawing: inside the exact window every event stands alone,
/// outside it events shorter than `cellNanos` that follow each other are one item.
///
/// Times count from the capture's first event, which began at `firstNanos` of its clock. Names are
/// ordered by time, the longest first.
public record TimelineView(
        List<Line> lines,
        List<String> names,
        List<Item> items,
        long firstNanos,
        long events,
        long cellNanos,
        long exactFromNanos,
        long exactToNanos) {
    public TimelineView {
        lines = List.copyOf(lines);
        names = List.copyOf(names);
        items = List.copyOf(items);
    }

    /// A line of the drawing; those of one title lie below each other, the outermost events on
    /// `level` 0.
    public record Line(String title, int level) {}

    /// One event, or `count` of them named after the one with the most time; `busyNanos` is their
    /// sum.
    public record Item(
            int line, int name, long startNanos, long durationNanos, long busyNanos, int count) {}

    /// Whether every event is drawn by itself.
    public boolean exact() {
        return cellNanos == 0;
    }
}
