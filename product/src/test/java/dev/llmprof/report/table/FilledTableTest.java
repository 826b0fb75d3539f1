package dev.llmprof.report.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.format.JsonOut;
import dev.llmprof.trace.kineto.KinetoReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilledTableTest {
    private static final Path OWN = Path.of("src/test/resources/kineto-own");

    private record Row(String name, long nanos, Optional<Double> rate) {}

    private static final ResultTable<Row> TABLE =
            ResultTable.of(
                    "rows",
                    "Rows of a test.",
                    ResultColumn.name("name", "", Row::name),
                    ResultColumn.nanos("total_ns", "", Row::nanos),
                    ResultColumn.measured("rate", Unit.PLAIN, "", Row::rate),
                    ResultColumn.truth("long", "", row -> row.nanos() > 5));

    private static final FilledTable<Row> FILLED =
            TABLE.filled(
                    List.of(
                            new Row("a,b", 7, Optional.of(1.5)),
                            new Row("=sum()", 3, Optional.empty())));

    @TempDir Path directory;

    @Test
    void csvQuotesProtectsFormulasAndLeavesAbsentCellsEmpty() {
        assertEquals(
                """
                name,total_ns,rate,long
                "a,b",7,1.5,true
                '=sum(),3,,false
                """,
                FILLED.csv());
    }

    @Test
    void jsonLeavesAbsentCellsOutAndKeepsTypes() {
        var text = new StringWriter();
        try (JsonOut out = new JsonOut(text)) {
            out.object(() -> TableJson.rows(out, "rows", TABLE, FILLED.rows()));
        }
        assertEquals(
                "{\"rows\":[{\"name\":\"a,b\",\"total_ns\":7,\"rate\":1.5,\"long\":true},"
                        + "{\"name\":\"=sum()\",\"total_ns\":3,\"long\":false}]}",
                text.toString().replaceAll("\\s", ""));
    }

    @Test
    void anAbsentNumberIsNullInSql() throws IOException, SQLException {
        Path file = directory.resolve("rows.parquet");
        FILLED.parquet(file);
        try (var connection = DriverManager.getConnection("jdbc:duckdb:");
                var statement = connection.createStatement();
                var rows =
                        statement.executeQuery(
                                "select name, total_ns, rate from '" + file + "' order by name")) {
            assertTrue(rows.next());
            assertEquals("=sum()", rows.getString(1));
            assertEquals(Optional.empty(), Optional.ofNullable(rows.getObject(3)));
            assertTrue(rows.next());
            assertEquals(7, rows.getLong(2));
            assertEquals(1.5, rows.getDouble(3));
        }
    }

    @Test
    void everyCellOfRealTracesIsOfItsColumnsKind() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (FilledTable<?> table : TraceTables.of(List.of(llama()))) {
            wrong.addAll(wrong(table));
        }
        assertEquals(List.of(), wrong);
    }

    private static <T> List<String> wrong(FilledTable<T> filled) {
        List<String> wrong = new ArrayList<>();
        for (T row : filled.rows()) {
            for (ResultColumn<T> column : filled.table().columns()) {
                Cell cell = column.cell().apply(row);
                if (!isA(column.kind(), cell)) {
                    wrong.add(filled.name() + "." + column.name() + " " + cell);
                }
            }
        }
        return wrong;
    }

    private static boolean isA(ResultColumn.Kind kind, Cell cell) {
        String text = cell.plain();
        return switch (kind) {
            case TEXT -> !cell.numeric();
            case TRUTH -> text.equals("true") || text.equals("false");
            case WHOLE -> text.matches("-?[0-9]+");
            case NUMBER -> text.isEmpty() || Double.isFinite(Double.parseDouble(text));
        };
    }

    private static Capture llama() throws IOException {
        Path file = OWN.resolve("torch-cpu/llama_generate_shapes.json.gz");
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return Capture.of(NestedTrace.of(KinetoReader.read(file.toString(), in)));
        }
    }
}
