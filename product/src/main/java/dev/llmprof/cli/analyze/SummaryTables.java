package dev.llmprof.cli.analyze;

import dev.llmprof.table.parquet.ParquetColumn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The results of all captures, a table each, every row with the trace it is of.
final class SummaryTables {
    private final Path folder;
    private final List<CsvTable> written = new ArrayList<>();

    private SummaryTables(Path folder) {
        this.folder = folder;
    }

    /// What writes the rows of one table.
    interface Rows<T> {
        void write(CsvTable table, T of) throws IOException;
    }

    static List<CsvTable> write(Path folder, Analysed found) throws IOException {
        SummaryTables tables = new SummaryTables(folder);
        GpuSummaries.write(tables, found.traces());
        HostSummaries.write(tables, found.traces());
        JoinedSummaries.write(tables, found);
        return tables.written;
    }

    <T> void table(String name, Iterable<T> all, Rows<T> rows, ParquetColumn... columns)
            throws IOException {
        CsvTable table = new CsvTable(folder, name, List.of(columns));
        try (table) {
            for (T one : all) {
                rows.write(table, one);
            }
        }
        written.add(table);
    }
}
