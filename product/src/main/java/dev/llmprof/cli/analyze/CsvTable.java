package dev.llmprof.cli.analyze;

import dev.llmprof.table.parquet.ParquetColumn;
import dev.llmprof.table.parquet.ParquetFile;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A table of results on its way to two files: CSV (RFC 4180 with `\n`, exact numbers) to look at,
/// and Parquet.
final class CsvTable implements Closeable {
    private final Path file;
    private final ParquetFile parquet;
    private final Writer out;

    CsvTable(Path folder, String name, List<ParquetColumn> columns) throws IOException {
        this.file = folder.resolve(name + ".csv");
        this.parquet = new ParquetFile(folder.resolve(name + ".parquet"), columns);
        this.out =
                new BufferedWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8), 1 << 16);
        line(columns.stream().map(ParquetColumn::name).toArray());
    }

    Path file() {
        return file;
    }

    ParquetFile parquet() {
        return parquet;
    }

    void row(Object... cells) throws IOException {
        parquet.row(cells);
        line(cells);
    }

    private void line(Object[] cells) throws IOException {
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
        parquet.close();
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
