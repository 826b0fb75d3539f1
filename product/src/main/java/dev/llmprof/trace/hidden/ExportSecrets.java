package dev.llmprof.trace.hidden;

import dev.llmprof.problem.Problem;
import dev.llmprof.secret.SecretFile;
import dev.llmprof.secret.SecretText;
import dev.llmprof.trace.sqlite.SqliteFile;
import dev.llmprof.trace.sqlite.SqliteRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Strikes secrets out of an SQLite export, in its place: known values anywhere, and variables in
/// texts that are environments.
public final class ExportSecrets {
    /// A table whose first rows have none has only numbers.
    private static final long ROWS_WITHOUT_TEXT = 1_000;

    private ExportSecrets() {}

    /// Whether there were any. What is no database is searched for known values all the same.
    public static boolean strike(Path sqlite) throws IOException {
        boolean struck = false;
        try (SqliteFile file = SqliteFile.open(sqlite);
                FileChannel channel = FileChannel.open(sqlite, StandardOpenOption.WRITE)) {
            for (String table : file.tableNames()) {
                struck |= strike(file, table, channel);
            }
        } catch (Problem.Found unreadable) {
            return SecretFile.strike(sqlite);
        }
        return SecretFile.strike(sqlite) || struck;
    }

    private static boolean strike(SqliteFile file, String table, FileChannel channel)
            throws IOException {
        String[] columns = file.columns(table).toArray(String[]::new);
        SqliteRows rows = file.rows(table, columns);
        boolean struck = false;
        boolean texts = false;
        for (long row = 0; (texts || row < ROWS_WITHOUT_TEXT) && rows.next(); row++) {
            for (int slot = 0; slot < columns.length; slot++) {
                if (rows.isText(slot)) {
                    texts = true;
                    struck |= strike(rows, slot, channel);
                }
            }
        }
        return struck;
    }

    private static boolean strike(SqliteRows rows, int slot, FileChannel channel)
            throws IOException {
        int from = rows.textFrom(slot);
        int length = rows.textLength(slot);
        var text = new String(rows.record(), from, length, StandardCharsets.ISO_8859_1);
        if (!SecretText.isEnvironment(text)) {
            return false;
        }
        String clean = SecretText.withoutSecrets(text);
        boolean struck = false;
        for (int at = 0; at < length; at++) {
            if (clean.charAt(at) != text.charAt(at)) {
                struck = true;
                channel.write(
                        ByteBuffer.wrap(new byte[] {(byte) clean.charAt(at)}),
                        rows.place(from + at));
            }
        }
        return struck;
    }
}
