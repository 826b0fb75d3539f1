package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.TraceAnalysis;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The result tables, one file each, over all traces.
final class SummaryTables {
    private final Path folder;
    private final List<TraceAnalysis> traces;

    private SummaryTables(Path folder, List<TraceAnalysis> traces) {
        this.folder = folder;
        this.traces = traces;
    }

    /// What writes the rows of one table.
    interface Rows {
        void write(CsvTable table, TraceAnalysis trace) throws IOException;
    }

    static List<CsvTable> write(Path folder, List<TraceAnalysis> traces) throws IOException {
        SummaryTables tables = new SummaryTables(folder, traces);
        List<CsvTable> written = new ArrayList<>(TraceSummaries.write(tables));
        written.addAll(GpuSummaries.write(tables));
        written.addAll(HostSummaries.write(tables));
        return written;
    }

    CsvTable table(String name, Rows rows, CsvTable.Column... columns) throws IOException {
        CsvTable table = new CsvTable(folder.resolve(name + ".csv"), List.of(columns));
        try (table) {
            for (TraceAnalysis trace : traces) {
                rows.write(table, trace);
            }
        }
        return table;
    }
}
