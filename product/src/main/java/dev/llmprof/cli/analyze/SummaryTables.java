package dev.llmprof.cli.analyze;

import static dev.llmprof.cli.analyze.CsvTable.number;
import static dev.llmprof.cli.analyze.CsvTable.whole;
import static dev.llmprof.cli.analyze.CsvTable.words;

import dev.llmprof.analysis.GpuTimeline;
import dev.llmprof.analysis.MemoryBreakdown;
import dev.llmprof.analysis.Phases;
import dev.llmprof.analysis.Spread;
import dev.llmprof.analysis.TraceAnalysis;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The result tables, one file each, over all traces.
final class SummaryTables {
    private final Path folder;
    private final List<CsvTable> written = new ArrayList<>();

    private SummaryTables(Path folder) {
        this.folder = folder;
    }

    /// What writes the rows of one table.
    private interface Rows {
        void write(CsvTable table, TraceAnalysis trace) throws IOException;
    }

    static List<CsvTable> write(Path folder, List<TraceAnalysis> traces) throws IOException {
        SummaryTables tables = new SummaryTables(folder);
        tables.traces(traces);
        tables.gpu(traces);
        tables.host(traces);
        tables.phases(traces);
        return tables.written;
    }

    private void table(
            String name, List<TraceAnalysis> traces, Rows rows, CsvTable.Column... columns)
            throws IOException {
        CsvTable table = new CsvTable(folder.resolve(name + ".csv"), List.of(columns));
        try (table) {
            for (TraceAnalysis trace : traces) {
                rows.write(table, trace);
            }
        }
        written.add(table);
    }

    private void traces(List<TraceAnalysis> traces) throws IOException {
        table(
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
        table(
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

    private void gpu(List<TraceAnalysis> traces) throws IOException {
        table(
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
        table(
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
        table(
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

    private void host(List<TraceAnalysis> traces) throws IOException {
        table(
                "operator_summary",
                traces,
                (table, trace) -> {
                    for (var row : trace.operatorsByShape().rows()) {
                        table.row(
                                trace.source(),
                                row.name(),
                                row.inputShapes(),
                                row.calls(),
                                row.selfHostNanos(),
                                row.totalHostNanos(),
                                row.deviceNanos(),
                                row.deviceTotalNanos());
                    }
                },
                words("trace"),
                words("name"),
                words("input_shapes"),
                whole("calls"),
                whole("self_cpu_ns"),
                whole("total_cpu_ns"),
                whole("device_ns"),
                whole("device_total_ns"));
        table(
                "runtime_summary",
                traces,
                (table, trace) -> {
                    for (var row : trace.runtimeCalls().rows()) {
                        table.row(
                                trace.source(),
                                row.name(),
                                row.calls(),
                                row.totalNanos(),
                                row.selfNanos());
                    }
                },
                words("trace"),
                words("name"),
                whole("calls"),
                whole("total_ns"),
                whole("self_ns"));
        table(
                "range_summary",
                traces,
                (table, trace) -> {
                    for (var row : trace.ranges().rows()) {
                        table.row(
                                trace.source(),
                                row.name(),
                                row.hostCount(),
                                row.hostNanos(),
                                row.hostSelfNanos(),
                                row.projection().gpuEvents(),
                                row.projection().sumNanos(),
                                row.projection().busyNanos(),
                                row.projection().spanNanos());
                    }
                },
                words("trace"),
                words("name"),
                whole("count"),
                whole("host_ns"),
                whole("host_self_ns"),
                whole("gpu_events"),
                whole("gpu_sum_ns"),
                whole("gpu_busy_ns"),
                whole("gpu_span_ns"));
    }

    private void phases(List<TraceAnalysis> traces) throws IOException {
        table(
                "phase_summary",
                traces,
                (table, trace) -> {
                    for (Phases.Part part : trace.phases().parts()) {
                        table.row(
                                trace.source(),
                                part.name(),
                                part.steps(),
                                part.hostNanos(),
                                part.gpuEvents(),
                                part.gpuNanos(),
                                part.gpuBusyNanos());
                    }
                },
                words("trace"),
                words("phase"),
                whole("steps"),
                whole("host_ns"),
                whole("gpu_events"),
                whole("gpu_sum_ns"),
                whole("gpu_busy_ns"));
        table(
                "level_summary",
                traces,
                (table, trace) -> {
                    for (var level : trace.conservation().levels()) {
                        table.row(
                                trace.source(),
                                level.name(),
                                level.explainedNanos(),
                                level.restNanos());
                    }
                },
                words("trace"),
                words("level"),
                whole("explained_ns"),
                whole("rest_ns"));
    }
}
