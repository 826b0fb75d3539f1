package dev.llmprof.trace.hidden;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// SQLite itself writes and reads the databases.
class ExportSecretsTest {
    @TempDir private Path directory;

    @Test
    void variablesAreStruckInShortTextsAndInThoseOfManyPagesAndTheDatabaseStaysWhole()
            throws Exception {
        String filler = "FILLER=" + "x".repeat(9_000) + "\0";
        List<String> texts = new ArrayList<>();
        List<String> wanted = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            texts.add("HF_TOKEN=abc" + "d".repeat(i % 90));
            wanted.add("HF_TOKEN=***" + "*".repeat(i % 90));
            texts.add("K" + i + "=~/plain");
            wanted.add("K" + i + "=~/plain");
        }
        texts.add(filler + "DB_PW=" + "e".repeat(5_000) + "\0LAST_SECRET=f");
        wanted.add(filler + "DB_PW=" + "*".repeat(5_000) + "\0LAST_SECRET=*");
        Path file = written(texts);

        assertTrue(ExportSecrets.strike(file));
        assertEquals(wanted, read(file));
        assertEquals("ok", check(file));
        assertFalse(ExportSecrets.strike(file));
    }

    @Test
    void whatIsNoDatabaseStaysAsItIs() throws IOException {
        Path file = Files.writeString(directory.resolve("export"), "HF_TOKEN=abc\0");

        assertFalse(ExportSecrets.strike(file));
        assertEquals("HF_TOKEN=abc\0", Files.readString(file));
    }

    private Path written(List<String> texts) throws SQLException {
        Path file = directory.resolve("run.sqlite");
        try (Connection connection = open(file)) {
            connection.createStatement().execute("CREATE TABLE numbers (a INTEGER)");
            connection
                    .createStatement()
                    .execute("CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT)");
            connection.setAutoCommit(false);
            try (var insert =
                    connection.prepareStatement("INSERT INTO StringIds (value) VALUES (?)")) {
                for (String text : texts) {
                    insert.setBytes(1, text.getBytes(StandardCharsets.UTF_8));
                    insert.execute();
                }
            }
            connection
                    .createStatement()
                    .execute("UPDATE StringIds SET value = CAST(value AS TEXT)");
            connection.commit();
        }
        return file;
    }

    private static List<String> read(Path file) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = open(file);
                var rows =
                        connection
                                .createStatement()
                                .executeQuery("SELECT CAST(value AS BLOB) FROM StringIds")) {
            while (rows.next()) {
                found.add(new String(rows.getBytes(1), StandardCharsets.UTF_8));
            }
        }
        return found;
    }

    private static String check(Path file) throws SQLException {
        try (Connection connection = open(file);
                var rows = connection.createStatement().executeQuery("PRAGMA integrity_check")) {
            return rows.getString(1);
        }
    }

    private static Connection open(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }
}
