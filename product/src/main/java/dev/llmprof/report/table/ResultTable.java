package dev.llmprof.report.table;

import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// What one table of results is: its name in files and SQL, its meaning, its columns. Every format
/// writes it from here.
public record ResultTable<T>(String name, String meaning, List<ResultColumn<T>> columns) {
    public ResultTable {
        columns = List.copyOf(columns);
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    public static <T> ResultTable<T> of(String name, String meaning, ResultColumn<T>... columns) {
        return new ResultTable<>(name, meaning, List.of(columns));
    }

    /// A row and the trace it is of.
    public record OfTrace<T>(String trace, T row) {}

    /// The same table over several traces: which one stands in front.
    public ResultTable<OfTrace<T>> byTrace() {
        List<ResultColumn<OfTrace<T>>> all = new ArrayList<>();
        all.add(ResultColumn.name("trace", "the capture the row is of", OfTrace::trace));
        columns.forEach(column -> all.add(column.of(OfTrace::row)));
        return new ResultTable<>(name, meaning, all);
    }

    /// With the columns of what each row holds behind its own.
    <S> ResultTable<T> and(ResultTable<S> other, Function<T, S> held) {
        List<ResultColumn<T>> all = new ArrayList<>(columns);
        other.columns().forEach(column -> all.add(column.of(held)));
        return new ResultTable<>(name, meaning, all);
    }

    public FilledTable<T> filled(List<T> rows) {
        return new FilledTable<>(this, rows);
    }

    public List<Cell> cells(T row) {
        return columns.stream().map(column -> column.cell().apply(row)).toList();
    }

    ResultColumn<T> column(String wanted) {
        return columns.stream()
                .filter(column -> column.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(name + " has no " + wanted));
    }

    /// Some columns of the first rows, for a page or a terminal, without those that are empty.
    public Block.Grid grid(String caption, List<T> rows, int limit, String... wanted) {
        List<ResultColumn<T>> shown = List.of(wanted).stream().map(this::column).toList();
        List<List<Cell>> cells =
                rows.stream()
                        .limit(limit)
                        .map(row -> shown.stream().map(column -> column.cell().apply(row)).toList())
                        .toList();
        return new Block.Grid(
                        caption,
                        shown.stream().map(ResultTable::heading).toList(),
                        cells,
                        rows.size() - cells.size(),
                        name)
                .filled();
    }

    private static Block.Column heading(ResultColumn<?> column) {
        Block.Column heading =
                column.kind() == ResultColumn.Kind.TEXT
                        ? Block.Column.words(column.title())
                        : Block.Column.number(column.title());
        return column.meaning().isEmpty() ? heading : heading.meaning(column.meaning());
    }
}
