package dev.llmprof.table.parquet;

import static dev.llmprof.table.parquet.ParquetColumn.number;
import static dev.llmprof.table.parquet.ParquetColumn.whole;
import static dev.llmprof.table.parquet.ParquetColumn.words;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// DuckDB reads what was written.
class ParquetFileTest {
    private static final List<ParquetColumn> COLUMNS =
            List.of(whole("w"), number("n"), words("t"), words("constant"), words("never"));

    @TempDir Path directory;

    @Test
    void everyCellComesBack() throws Exception {
        List<Object[]> rows =
                List.of(
                        row(0, 0.5, "a"),
                        row(Long.MIN_VALUE, Double.NEGATIVE_INFINITY, ""),
                        row(Long.MAX_VALUE, -0.0, "grün, \"quoted\"\nand 漢字"),
                        row(-1, Double.MIN_VALUE, "a"));
        assertRead(rows);
    }

    @Test
    void aTableWithoutRowsIsATable() throws Exception {
        assertRead(List.of());
    }

    @Test
    void groupsOfRowsFollowOneAnother() throws Exception {
        Random random = new Random(7);
        List<Object[]> rows = new ArrayList<>();
        long time = 0;
        for (int at = 0; at < 200_003; at++) {
            time += random.nextInt(5_000);
            String text = random.nextInt(9) == 0 ? "" : "name " + random.nextInt(1 + at / 50);
            rows.add(row(at % 1000 == 0 ? random.nextLong() : time, random.nextGaussian(), text));
        }
        assertRead(rows);
    }

    @Test
    void anyNumberOfDifferentTextsIsPacked() throws Exception {
        for (int different : new int[] {1, 2, 3, 4, 5, 8, 9, 255, 256, 257, 65_537}) {
            List<Object[]> rows = new ArrayList<>();
            for (int at = 0; at < different + 3; at++) {
                rows.add(row(at, at, "text " + at % different));
            }
            assertRead(rows);
        }
    }

    @Test
    void anyWidthOfDifferencesIsPacked() throws Exception {
        List<Object[]> rows = new ArrayList<>();
        for (int width = 0; width < 64; width++) {
            for (int at = 0; at < 131; at++) {
                rows.add(row(at % 2 == 0 ? 0 : 1L << width, width, ""));
            }
        }
        assertRead(rows);
    }

    private static Object[] row(long whole, double number, String text) {
        return new Object[] {whole, number, text, "same", ""};
    }

    @Test
    void columnsMakeTheSameFileAsRows() throws IOException {
        List<ParquetColumn> columns =
                List.of(whole("w"), words("coded"), words("plain"), words("all"));
        int[] numbers = IntStream.range(0, 70_000).map(at -> 3 * at).toArray();
        Path byColumns = directory.resolve("columns.parquet");
        try (ParquetFile out = new ParquetFile(byColumns, columns)) {
            out.rows(
                    numbers,
                    Cells.whole(at -> 7L * at),
                    Cells.coded(at -> at % 40, ParquetFileTest::name),
                    Cells.words(at -> name(at % 50)),
                    Cells.all("same"));
        }
        Path byRows = directory.resolve("rows.parquet");
        try (ParquetFile out = new ParquetFile(byRows, columns)) {
            for (int at : numbers) {
                out.row(7L * at, name(at % 40), name(at % 50), "same");
            }
        }
        assertEquals(-1, Files.mismatch(byColumns, byRows));
    }

    /// Some are empty, which is absent.
    private static String name(int number) {
        return number % 4 == 0 ? "" : "name " + number;
    }

    private void assertRead(List<Object[]> rows) throws IOException, SQLException {
        Path file = directory.resolve(rows.size() + ".parquet");
        try (ParquetFile out = new ParquetFile(file, COLUMNS)) {
            for (Object[] row : rows) {
                out.row(row);
            }
        }
        String query = "select * from read_parquet('" + file + "')";
        try (var database = DriverManager.getConnection("jdbc:duckdb:");
                var statement = database.createStatement();
                var found = statement.executeQuery(query)) {
            for (int at = 0; at < rows.size(); at++) {
                assertEquals(true, found.next());
                Object[] row = rows.get(at);
                assertEquals(row[0], found.getLong(1), "row " + at);
                assertEquals(row[1], found.getDouble(2), "row " + at);
                assertEquals(row[2], absentIsEmpty(found.getString(3)), "row " + at);
                assertEquals("same", found.getString(4));
                assertEquals("", absentIsEmpty(found.getString(5)));
            }
            assertEquals(false, found.next());
        }
    }

    private static String absentIsEmpty(String text) {
        return text == null ? "" : text;
    }
}
