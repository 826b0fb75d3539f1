package dev.llmprof.trace.sqlite;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// A table's root page and columns. `rowIdColumn` is the place of an INTEGER PRIMARY KEY, which is
/// not stored, or -1.
record SqliteTable(String name, long rootPage, List<String> columns, int rowIdColumn) {
    private static final Pattern COMMENT = Pattern.compile("--[^\n]*|/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern CONSTRAINT =
            Pattern.compile("(CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN)\\b.*", Pattern.DOTALL);
    private static final Pattern ROW_ID =
            Pattern.compile(
                    ".*\\bINTEGER\\s+(NOT\\s+NULL\\s+)?PRIMARY\\s+KEY\\b.*", Pattern.DOTALL);

    SqliteTable {
        columns = List.copyOf(columns);
    }

    static SqliteTable absent(String name) {
        return new SqliteTable(name, 0, List.of(), -1);
    }

    static SqliteTable of(String name, long rootPage, String createStatement) {
        List<String> columns = new ArrayList<>();
        int rowId = -1;
        for (String definition : definitions(COMMENT.matcher(createStatement).replaceAll(" "))) {
            String upper = definition.toUpperCase(Locale.ROOT);
            if (CONSTRAINT.matcher(upper).matches()) {
                continue;
            }
            if (ROW_ID.matcher(upper).matches()) {
                rowId = columns.size();
            }
            columns.add(columnName(definition));
        }
        return new SqliteTable(name, rootPage, columns, rowId);
    }

    private static List<String> definitions(String statement) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int at = 0; at < statement.length(); at++) {
            char next = statement.charAt(at);
            if (next == '(' && ++depth == 1) {
                from = at + 1;
            } else if ((next == ',' && depth == 1) || (next == ')' && --depth == 0)) {
                parts.add(statement.substring(from, at).strip());
                from = at + 1;
            }
        }
        return parts;
    }

    private static String columnName(String definition) {
        if (definition.isEmpty()) {
            return "";
        }
        char first = definition.charAt(0);
        char close = first == '[' ? ']' : first;
        if (first == '"' || first == '`' || first == '[') {
            int end = definition.indexOf(close, 1);
            return end < 0 ? definition : definition.substring(1, end);
        }
        return definition.split("\\s", 2)[0];
    }
}
