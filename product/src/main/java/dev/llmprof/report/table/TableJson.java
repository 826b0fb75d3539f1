package dev.llmprof.report.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.format.JsonOut;
import java.io.StringWriter;
import java.util.List;

/// Rows of a table as JSON objects with the columns' names for keys. What was not measured is not
/// there.
public final class TableJson {
    private TableJson() {}

    public static <T> void rows(JsonOut out, String key, ResultTable<T> table, List<T> rows) {
        out.rows(key, rows, row -> fields(out, table, row));
    }

    /// The same rows for a document that is built as a tree.
    public static <T> JsonNode tree(ResultTable<T> table, List<T> rows) {
        var text = new StringWriter();
        try (JsonOut out = new JsonOut(text)) {
            out.object(() -> rows(out, table.name(), table, rows));
        }
        try {
            return new JsonMapper().readTree(text.toString()).path(table.name());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("we wrote what is no JSON", e);
        }
    }

    /// The cells of one row, into the object that `out` is in.
    public static <T> void fields(JsonOut out, ResultTable<T> table, T row) {
        for (ResultColumn<T> column : table.columns()) {
            Cell cell = column.cell().apply(row);
            if (!(cell instanceof Cell.Absent)) {
                put(out, column, cell);
            }
        }
    }

    private static void put(JsonOut out, ResultColumn<?> column, Cell cell) {
        switch (column.kind()) {
            case TEXT -> out.put(column.name(), cell.plain());
            case TRUTH -> out.put(column.name(), Boolean.parseBoolean(cell.plain()));
            case WHOLE -> out.put(column.name(), (long) FilledTable.number(cell));
            case NUMBER -> out.put(column.name(), FilledTable.number(cell));
        }
    }
}
