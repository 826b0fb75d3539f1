package dev.llmprof.trace.sqlite;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;

/// An SQLite database, read page by page: whole tables of numbers come ten times faster than
/// through SQL.
///
/// Only what scanning needs: no indexes, no writing, no journal. The format is public:
/// sqlite.org/fileformat2.html.
public final class SqliteFile implements AutoCloseable {
    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    private static final int HEADER = 100;

    private final Path path;
    private final FileChannel channel;
    private final long byteSize;
    private final int pageSize;
    private final int usableSize;
    private final Map<String, SqliteTable> tables = new LinkedHashMap<>();
    private final List<Problem> problems = new ArrayList<>();
    private LongConsumer progress = _ -> {};
    private long bytesRead;

    private SqliteFile(Path path, FileChannel channel, ByteBuffer header) throws IOException {
        this.path = path;
        this.channel = channel;
        this.byteSize = channel.size();
        int stored = Short.toUnsignedInt(header.getShort(16));
        this.pageSize = stored == 1 ? 1 << 16 : stored;
        this.usableSize = pageSize - Byte.toUnsignedInt(header.get(20));
    }

    public static boolean isSqlite(byte[] firstBytes) {
        return firstBytes.length >= MAGIC.length
                && Arrays.equals(firstBytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    public static SqliteFile open(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path);
        try {
            ByteBuffer header = checkedHeader(path, channel);
            var file = new SqliteFile(path, channel, header);
            file.checkPages();
            file.checkLength(header);
            file.readSchema();
            return file;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    public Set<String> tableNames() {
        return tables.keySet();
    }

    public Optional<SqliteTable> table(String name) {
        return Optional.ofNullable(tables.get(name));
    }

    public List<String> columns(String table) {
        return table(table).map(SqliteTable::columns).orElse(List.of());
    }

    /// The rows of a table with the columns wanted; no rows where the table is absent, nulls where
    /// a column is.
    public SqliteRows rows(String table, String... columns) {
        return table(table)
                .map(known -> new SqliteRows(this, known, columns))
                .orElseGet(() -> new SqliteRows(this, SqliteTable.absent(table), columns));
    }

    public List<Problem> problems() {
        return problems;
    }

    void damaged(String table, long rows, String what) {
        problems.add(
                new Problem(
                        "table "
                                + table
                                + " is damaged after "
                                + rows
                                + " rows, which were kept ("
                                + what
                                + ")",
                        path.toString(),
                        "export again: nsys export --type sqlite --force-overwrite true REPORT"));
    }

    /// Told how much has been read; tables that lie mixed are read more than once.
    public void report(LongConsumer readBytes) {
        progress = readBytes;
    }

    int pageSize() {
        return pageSize;
    }

    int usableSize() {
        return usableSize;
    }

    long pageCount() {
        return (byteSize + pageSize - 1) / pageSize;
    }

    /// Fills the buffer with the file's bytes from there on; what lies behind the file's end is
    /// left out.
    int read(long from, ByteBuffer into) {
        try {
            while (into.hasRemaining() && channel.read(into, from + into.position()) > 0) {}
            bytesRead += into.position();
            progress.accept(Math.min(bytesRead, byteSize));
            return into.position();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void readSchema() {
        var schema =
                new SqliteTable(
                        "sqlite_schema",
                        1,
                        List.of("type", "name", "tbl_name", "rootpage", "sql"),
                        -1);
        var rows = new SqliteRows(this, schema, "type", "name", "rootpage", "sql");
        while (rows.next()) {
            if (rows.text(0).equals("table") && rows.integer(2) > 0) {
                SqliteTable table = SqliteTable.of(rows.text(1), rows.integer(2), rows.text(3));
                tables.put(table.name(), table);
            }
        }
    }

    private static ByteBuffer checkedHeader(Path path, FileChannel channel) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        channel.read(header, 0);
        byte[] start = header.array();
        if (header.hasRemaining() || !isSqlite(start)) {
            throw problem(
                            "this is not an SQLite database",
                            path,
                            "nsys export --type sqlite REPORT")
                    .found();
        }
        Path journal = path.resolveSibling(path.getFileName() + "-wal");
        if (start[18] == 2 && Files.exists(journal) && Files.size(journal) > 0) {
            throw problem(
                            "part of the database is still in its journal",
                            journal,
                            "close the program that has it open, or: sqlite3 "
                                    + path
                                    + " 'PRAGMA wal_checkpoint(TRUNCATE)'")
                    .found();
        }
        if (start[56] == 0 && start[59] > 1) {
            throw problem("the database's texts are not UTF-8", path, "export it with nsys")
                    .found();
        }
        return header;
    }

    private void checkPages() {
        if (pageSize < 512 || Integer.bitCount(pageSize) != 1 || usableSize < 480) {
            throw problem(
                            "the database is damaged: pages of " + pageSize + " bytes",
                            path,
                            "nsys export --type sqlite --force-overwrite true REPORT")
                    .found();
        }
    }

    /// The header knows the size, unless a version of SQLite before 2010 wrote behind it.
    private void checkLength(ByteBuffer header) {
        long bytes = Integer.toUnsignedLong(header.getInt(28)) * pageSize;
        if (header.getInt(24) == header.getInt(92) && byteSize < bytes) {
            problems.add(
                    problem(
                            "the database breaks off: "
                                    + byteSize
                                    + " of "
                                    + bytes
                                    + " bytes are here, and what is missing is in no table",
                            path,
                            "copy the file again"));
        }
    }

    private static Problem problem(String what, Path at, String fix) {
        return new Problem(what, at.toString(), fix);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
