package dev.llmprof.cli.analyze;

import static dev.llmprof.cli.analyze.CsvTable.number;
import static dev.llmprof.cli.analyze.CsvTable.whole;
import static dev.llmprof.cli.analyze.CsvTable.words;

import dev.llmprof.analysis.MemoryBreakdown;
import dev.llmprof.analysis.Spread;
import dev.llmprof.analysis.TraceAnalysis;
import java.io.IOException;
import java.util.List;

/// Kernels, copies and categories over all traces.
final class GpuSummaries {

    private GpuSummaries() {}

    static List<CsvTable> write(SummaryTables folder) throws IOException {
        return List.of(kernelSummary(folder), memorySummary(folder), categorySummary(folder));
    }

    private static CsvTable kernelSummary(SummaryTables folder) throws IOException {
        return folder.table(
                "kernel_summary",
                (table, trace) -> {
                    for (var row : trace.kernels().rows()) {
                        Spread spread = row.spread();
                        table.row(
                                trace.source(),
                                row.name(),
                                row.category().label(),
                                spread.count(),
                                spread.totalNanos(),
                                spread.minNanos(),
                                spread.medianNanos(),
                                spread.p95Nanos(),
                                spread.maxNanos(),
                                spread.deviationNanos(),
                                (double) spread.totalNanos()
                                        / Math.max(1, trace.kernels().totalNanos()));
                    }
                },
                words("trace"),
                words("name"),
                words("category"),
                whole("count"),
                whole("total_ns"),
                whole("min_ns"),
                number("median_ns"),
                whole("p95_ns"),
                whole("max_ns"),
                number("deviation_ns"),
                number("share"));
    }

    private static CsvTable memorySummary(SummaryTables folder) throws IOException {
        return folder.table(
                "memory_summary",
                (table, trace) -> {
                    memory(table, trace, "copy", trace.copies());
                    memory(table, trace, "set", trace.sets());
                },
                words("trace"),
                words("kind"),
                words("name"),
                whole("count"),
                whole("total_ns"),
                whole("bytes"));
    }

    private static CsvTable categorySummary(SummaryTables folder) throws IOException {
        return folder.table(
                "category_summary",
                (table, trace) -> {
                    for (var row : trace.categories().rows()) {
                        table.row(
                                trace.source(),
                                row.category().label(),
                                row.count(),
                                row.totalNanos());
                    }
                },
                words("trace"),
                words("category"),
                whole("count"),
                whole("total_ns"));
    }

    private static void memory(
            CsvTable table, TraceAnalysis trace, String kind, MemoryBreakdown memory)
            throws IOException {
        for (var row : memory.rows()) {
            table.row(
                    trace.source(),
                    kind,
                    row.name(),
                    row.spread().count(),
                    row.spread().totalNanos(),
                    row.bytes());
        }
    }
}
