package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.report.format.JsonOut;
import dev.llmprof.report.table.CounterTables;
import dev.llmprof.report.table.ResultColumn;
import dev.llmprof.report.table.ResultTable;
import dev.llmprof.report.table.SizingTable;
import dev.llmprof.report.table.StaticTables;
import dev.llmprof.report.table.TraceTables;
import dev.llmprof.study.table.EventTable;
import dev.llmprof.study.table.EventTables;
import dev.llmprof.table.parquet.ParquetColumn;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `docs/schema/tables.json` is a view of the tables' definitions; `-Dgolden=write` writes it.
class TablesSchemaTest {
    private static final Path SCHEMA = SharedData.projectRoot().resolve("docs/schema/tables.json");

    /// Tables that have a place of their own, by it.
    private static final SortedMap<String, ResultTable<?>> ELSEWHERE =
            new TreeMap<>(
                    Map.of(
                            "ncu/metrics_summary.csv", CounterTables.KERNELS,
                            "ncu/classification_summary.csv", CounterTables.CLASSES,
                            "ncu/all_metrics_long.csv", CounterTables.METRICS,
                            "llmprof model --csv", StaticTables.OPERATORS,
                            "llmprof model --csv, of several requests or GPUs", StaticTables.SWEEP,
                            "llmprof model --slo --csv", SizingTable.SIZING));

    @Test
    void thePublishedSchemaIsThatOfTheTables() throws IOException {
        String schema = schema();
        if ("write".equals(System.getProperty("golden"))) {
            Files.writeString(SCHEMA, schema);
        }
        assertEquals(Files.readString(SCHEMA), schema);
    }

    @Test
    void everyTableSaysWhatItIs() {
        Set<String> silent = new TreeSet<>();
        all().stream()
                .filter(table -> table.meaning().isBlank())
                .forEach(table -> silent.add(table.name()));
        assertEquals(Set.of(), silent);
    }

    @Test
    void aColumnOfOneNameIsOfOneKindInEveryTable() {
        Map<String, Set<ResultColumn.Kind>> kinds = new TreeMap<>();
        for (ResultTable<?> table : all()) {
            for (ResultColumn<?> column : table.columns()) {
                kinds.computeIfAbsent(column.name(), _ -> new TreeSet<>()).add(column.kind());
            }
        }
        kinds.values().removeIf(each -> each.size() == 1);
        // Bytes that were copied are counted, those that a model must move are computed.
        kinds.remove("bytes");
        // A request has a batch; the name of a step may not say it.
        kinds.remove("batch");
        assertEquals(Map.of(), kinds);
    }

    @Test
    void noTwoTablesHaveOneName() {
        List<String> names = all().stream().map(ResultTable::name).toList();
        assertEquals(names.size(), Set.copyOf(names).size());
    }

    private static String schema() {
        var text = new StringWriter();
        try (JsonOut out = new JsonOut(text)) {
            out.object(() -> {
                out.put("schema", "llmprof.tables/2");
                out.put(
                        "description",
                        "The tables of a run or an analysis. Results are CSV below csv/ and Parquet"
                                + " below tables/; events are Parquet only; elsewhere are CSV in the"
                                + " place that is their key. CSV is RFC 4180, UTF-8, with a header"
                                + " line; base units are in the names (_ns nanoseconds, share 0"
                                + " to 1,"
                                + " _pct 0 to 100). An empty field, NULL in SQL, was not"
                                + " measured. Text"
                                + " that begins like a spreadsheet's formula has a ' before it in"
                                + " CSV.");
                out.object("results", () -> results(out));
                out.object(
                        "elsewhere",
                        () -> ELSEWHERE.forEach((place, table) -> table(out, place, table)));
                out.object("events", () -> events(out));
            });
        }
        return text + "\n";
    }

    private static void results(JsonOut out) {
        TraceTables.all().stream()
                .sorted(Comparator.comparing(ResultTable::name))
                .forEach(table -> table(out, table.name(), table));
    }

    private static void table(JsonOut out, String key, ResultTable<?> table) {
        out.object(
                key,
                () -> {
                    out.put("meaning", table.meaning());
                    out.rows(
                            "columns", List.copyOf(table.columns()), column -> column(out, column));
                });
    }

    private static List<ResultTable<?>> all() {
        return Stream.concat(TraceTables.all().stream(), ELSEWHERE.values().stream()).toList();
    }

    private static void column(JsonOut out, ResultColumn<?> column) {
        out.put("name", column.name());
        out.put("type", column.kind().word());
        if (!column.meaning().isEmpty()) {
            out.put("meaning", column.meaning());
        }
    }

    private static void events(JsonOut out) {
        EventTables.described().stream()
                .sorted(Comparator.comparing(EventTable::name))
                .forEach(table ->
                        out.object(
                                table.name(),
                                () -> {
                                    out.put("meaning", table.meaning());
                                    out.rows(
                                            "columns",
                                            table.columns(),
                                            column -> {
                                                out.put("name", column.name());
                                                out.put("type", word(column));
                                            });
                                }));
    }

    private static String word(ParquetColumn column) {
        return switch (column.kind()) {
            case WORDS -> "string";
            case WHOLE -> "integer";
            case NUMBER -> "number";
        };
    }
}
