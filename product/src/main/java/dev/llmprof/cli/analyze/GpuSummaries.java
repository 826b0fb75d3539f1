package dev.llmprof.cli.analyze;

import static dev.llmprof.table.parquet.ParquetColumn.number;
import static dev.llmprof.table.parquet.ParquetColumn.whole;
import static dev.llmprof.table.parquet.ParquetColumn.words;

import dev.llmprof.analysis.GpuTimeline;
import dev.llmprof.analysis.MemoryBreakdown;
import dev.llmprof.analysis.Spread;
import dev.llmprof.analysis.TraceAnalysis;
import java.io.IOException;
import java.util.List;

/// Tables of the device's time: timeline, idle time, kernels, copies, categories.
final class GpuSummaries {
    private GpuSummaries() {}

    static void write(SummaryTables tables, List<TraceAnalysis> traces) throws IOException {
        traces(tables, traces);
        idle(tables, traces);
        kernels(tables, traces);
        memory(tables, traces);
        categories(tables, traces);
    }

    private static void traces(SummaryTables tables, List<TraceAnalysis> traces)
            throws IOException {
        tables.table(
                "traces",
                traces,
                (table, trace) -> {
                    GpuTimeline gpu = trace.timeline();
                    table.row(
                            trace.source(),
                            trace.tool(),
                            trace.reading().events(),
                            trace.reading().broken(),
                            trace.hostSpanNanos(),
                            gpu.spanNanos(),
                            gpu.busyNanos(),
                            gpu.idleNanos(),
                            gpu.computationNanos(),
                            gpu.communicationNanos(),
                            gpu.exposedCommunicationNanos(),
                            gpu.copyNanos(),
                            gpu.exposedCopyNanos(),
                            trace.attribution().unattributedNanos());
                },
                words("trace"),
                words("tool"),
                whole("events"),
                whole("unreadable"),
                whole("host_span_ns"),
                whole("span_ns"),
                whole("busy_ns"),
                whole("idle_ns"),
                whole("computation_ns"),
                whole("communication_ns"),
                whole("exposed_communication_ns"),
                whole("copy_ns"),
                whole("exposed_copy_ns"),
                whole("unattributed_ns"));
    }

    private static void idle(SummaryTables tables, List<TraceAnalysis> traces) throws IOException {
        tables.table(
                "idle_summary",
                traces,
                (table, trace) -> {
                    for (var row : trace.idle().streams()) {
                        table.row(
                                trace.source(),
                                row.lane().device(),
                                row.lane().stream(),
                                row.gpuEvents(),
                                row.hostWaitNanos(),
                                row.kernelWaitNanos(),
                                row.otherNanos());
                    }
                },
                words("trace"),
                words("device"),
                words("stream"),
                whole("gpu_events"),
                whole("host_wait_ns"),
                whole("kernel_wait_ns"),
                whole("other_ns"));
    }

    private static void kernels(SummaryTables tables, List<TraceAnalysis> traces)
            throws IOException {
        tables.table(
                "kernel_summary",
                traces,
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

    private static void memory(SummaryTables tables, List<TraceAnalysis> traces)
            throws IOException {
        tables.table(
                "memory_summary",
                traces,
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

    private static void categories(SummaryTables tables, List<TraceAnalysis> traces)
            throws IOException {
        tables.table(
                "category_summary",
                traces,
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
