package dev.llmprof.table.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A Parquet file on its way to the disk. Rows are gathered to groups; only one group is in memory.
///
/// Cells are not packed further: dictionaries and differences leave little, and every reader
/// understands them.
public final class ParquetFile implements Closeable {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int GROUP_ROWS = 1 << 16;

    private final Path file;
    private final List<ParquetColumn> columns;
    private final List<CellBuffer> buffers;
    private final OutputStream out;
    private final ByteSink bytes = new ByteSink();
    private final List<Group> groups = new ArrayList<>();
    private int rows;
    private boolean closed;

    private record Group(int rows, List<ColumnChunk> chunks) {}

    public ParquetFile(Path file, List<ParquetColumn> columns) throws IOException {
        this.file = file;
        this.columns = List.copyOf(columns);
        this.buffers = columns.stream().map(ParquetColumn::buffer).toList();
        this.out = Files.newOutputStream(file);
        bytes.add(MAGIC);
    }

    public Path file() {
        return file;
    }

    public void row(Object... cells) throws IOException {
        if (cells.length != columns.size()) {
            throw new IllegalStateException(file + ": " + cells.length + " cells");
        }
        for (int at = 0; at < cells.length; at++) {
            buffers.get(at).add(cells[at]);
        }
        if (++rows == GROUP_ROWS) {
            group();
        }
    }

    /// Appends rows column by column: the cells of each for the numbers in `from`.
    public void rows(int[] from, Cells... cells) throws IOException {
        if (cells.length != columns.size()) {
            throw new IllegalStateException(file + ": " + cells.length + " columns");
        }
        int done = 0;
        while (done < from.length) {
            int count = Math.min(GROUP_ROWS - rows, from.length - done);
            for (int at = 0; at < cells.length; at++) {
                buffers.get(at).addAll(cells[at], from, done, done + count);
            }
            done += count;
            rows += count;
            if (rows == GROUP_ROWS) {
                group();
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (out) {
            if (rows > 0) {
                group();
            }
            byte[] footer = footer();
            bytes.add(footer);
            bytes.addInt(footer.length);
            bytes.add(MAGIC);
            bytes.handOn(out);
        }
    }

    private void group() throws IOException {
        List<ColumnChunk> chunks = new ArrayList<>();
        for (CellBuffer buffer : buffers) {
            chunks.add(buffer.write(bytes, rows));
            bytes.handOn(out);
        }
        groups.add(new Group(rows, chunks));
        rows = 0;
    }

    private byte[] footer() {
        long all = groups.stream().mapToLong(Group::rows).sum();
        Thrift footer = new Thrift().number(1, 1).structures(2, columns.size() + 1);
        footer.beginElement().text(4, "table").number(5, columns.size()).end();
        columns.forEach(column -> schema(footer, column));
        footer.longNumber(3, all).structures(4, groups.size());
        groups.forEach(group -> group(footer, group));
        return footer.text(6, "llmprof").end().toBytes();
    }

    /// Texts and numbers with fractions may be absent, whole numbers not.
    private static void schema(Thrift footer, ParquetColumn column) {
        boolean words = column.kind() == ParquetColumn.Kind.WORDS;
        boolean optional = column.kind() != ParquetColumn.Kind.WHOLE;
        footer.beginElement()
                .number(1, column.kind().type())
                .number(3, optional ? 1 : 0)
                .text(4, column.name());
        if (words) {
            footer.number(6, 0);
        }
        footer.end();
    }

    private void group(Thrift footer, Group group) {
        ColumnChunk first = group.chunks().getFirst();
        ColumnChunk last = group.chunks().getLast();
        footer.beginElement().structures(1, columns.size());
        for (int at = 0; at < columns.size(); at++) {
            chunk(footer, columns.get(at), group.chunks().get(at), group.rows());
        }
        footer.longNumber(2, last.end() - first.start()).longNumber(3, group.rows()).end();
    }

    private static void chunk(Thrift footer, ParquetColumn column, ColumnChunk chunk, int rows) {
        long size = chunk.end() - chunk.start();
        footer.beginElement().longNumber(2, chunk.start()).begin(3);
        footer.number(1, column.kind().type())
                .numbers(2, ColumnChunk.PLAIN, ColumnChunk.RLE, chunk.encoding())
                .texts(3, column.name())
                .number(4, 0)
                .longNumber(5, rows)
                .longNumber(6, size)
                .longNumber(7, size)
                .longNumber(9, chunk.dataAt());
        chunk.dictionaryAt().ifPresent(at -> footer.longNumber(11, at));
        footer.end().end();
    }
}
