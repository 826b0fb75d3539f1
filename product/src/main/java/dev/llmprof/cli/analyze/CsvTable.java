package dev.llmprof.cli.analyze;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A table on its way to a file: RFC 4180 with `\n`, exact numbers, the columns' SQL types known
/// for Parquet.
final class CsvTable implements Closeable {
    private static final String WORDS = "VARCHAR";
    private static final String WHOLE = "BIGINT";
    private static final String NUMBER = "DOUBLE";

    private final Path file;
    private final List<Column> columns;
    private final Writer out;

    /// A column's name and SQL type.
    record Column(String name, String type) {}

    static Column words(String name) {
        return new Column(name, WORDS);
    }

    static Column whole(String name) {
        return new Column(name, WHOLE);
    }

    static Column number(String name) {
        return new Column(name, NUMBER);
    }

    CsvTable(Path file, List<Column> columns) throws IOException {
        this.file = file;
        this.columns = List.copyOf(columns);
        this.out =
                new BufferedWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8), 1 << 16);
        row(columns.stream().map(Column::name).toArray());
    }

    Path file() {
        return file;
    }

    List<Column> columns() {
        return columns;
    }

    void row(Object... cells) throws IOException {
        if (cells.length != columns.size()) {
            throw new IllegalStateException(file + ": " + cells.length + " cells");
        }
        for (int at = 0; at < cells.length; at++) {
            if (at > 0) {
                out.write(',');
            }
            write(cells[at].toString());
        }
        out.write('\n');
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    private void write(String cell) throws IOException {
        boolean quoted = false;
        for (int at = 0; at < cell.length() && !quoted; at++) {
            char character = cell.charAt(at);
            quoted = character == ',' || character == '"' || character < ' ';
        }
        if (!quoted) {
            out.write(cell);
            return;
        }
        out.write('"');
        out.write(cell.replace('\0', ' ').replace("\"", "\"\""));
        out.write('"');
    }
}
