package dev.llmprof.report.table;

import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.format.Csv;
import dev.llmprof.table.parquet.ParquetFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A table with its rows.
public record FilledTable<T>(ResultTable<T> table, List<T> rows) {

    public String name() {
        return table.name();
    }

    /// All rows as CSV.
    public String csv() {
        return Csv.text(
                new Block.Grid(
                        "",
                        table.columns().stream()
                                .map(column -> Block.Column.words(column.name()))
                                .toList(),
                        rows.stream().map(table::cells).toList()));
    }

    /// All rows as Parquet.
    public void parquet(Path file) throws IOException {
        try (var out =
                new ParquetFile(
                        file, table.columns().stream().map(ResultColumn::parquet).toList())) {
            for (T row : rows) {
                out.row(table.columns().stream().map(column -> value(column, row)).toArray());
            }
        }
    }

    private Object value(ResultColumn<T> column, T row) {
        Cell cell = column.cell().apply(row);
        return switch (column.kind()) {
            case TEXT, TRUTH -> cell.plain();
            case WHOLE -> (long) number(cell);
            case NUMBER -> number(cell);
        };
    }

    static double number(Cell cell) {
        return switch (cell) {
            case Cell.Quantity(double value, _) -> value;
            case Cell.Decimal(double value, _) -> value;
            case Cell.Share(double fraction) -> fraction;
            case Cell.Absent(_) -> Double.NaN;
            case Cell.Text(_), Cell.Name(_) ->
                    throw new IllegalStateException("a text in a column of numbers");
        };
    }
}
