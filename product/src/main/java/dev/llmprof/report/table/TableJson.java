package dev.llmprof.report.table;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.format.JsonOut;
import java.util.List;

/// Rows of a table as JSON objects with the columns' names for keys. What was not measured is not
/// there.
public final class TableJson {
    private TableJson() {}

    public static <T> void rows(JsonOut out, String key, ResultTable<T> table, List<T> rows) {
        out.rows(key, rows, row -> fields(out, table, row));
    }

    /// The same rows for a document that is built as a tree.
    public static <T> ArrayNode nodes(ResultTable<T> table, List<T> rows) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (T row : rows) {
            ObjectNode node = array.addObject();
            for (ResultColumn<T> column : table.columns()) {
                Cell cell = column.cell().apply(row);
                if (!(cell instanceof Cell.Absent)) {
                    put(node, column, cell);
                }
            }
        }
        return array;
    }

    private static void put(ObjectNode node, ResultColumn<?> column, Cell cell) {
        switch (column.kind()) {
            case TEXT -> node.put(column.name(), cell.plain());
            case TRUTH -> node.put(column.name(), Boolean.parseBoolean(cell.plain()));
            case WHOLE -> node.put(column.name(), (long) FilledTable.number(cell));
            case NUMBER -> node.put(column.name(), FilledTable.number(cell));
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
