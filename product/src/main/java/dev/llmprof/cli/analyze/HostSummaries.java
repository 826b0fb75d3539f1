package dev.llmprof.cli.analyze;

import static dev.llmprof.table.parquet.ParquetColumn.whole;
import static dev.llmprof.table.parquet.ParquetColumn.words;

import dev.llmprof.analysis.Phases;
import dev.llmprof.analysis.TraceAnalysis;
import java.io.IOException;
import java.util.List;

/// Tables of what the host did: operators, calls, ranges, phases, and how the levels add up.
final class HostSummaries {
    private HostSummaries() {}

    static void write(SummaryTables tables, List<TraceAnalysis> traces) throws IOException {
        operators(tables, traces);
        calls(tables, traces);
        ranges(tables, traces);
        phases(tables, traces);
        levels(tables, traces);
    }

    private static void operators(SummaryTables tables, List<TraceAnalysis> traces)
            throws IOException {
        tables.table(
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
    }

    private static void calls(SummaryTables tables, List<TraceAnalysis> traces) throws IOException {
        tables.table(
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
    }

    private static void ranges(SummaryTables tables, List<TraceAnalysis> traces)
            throws IOException {
        tables.table(
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

    private static void phases(SummaryTables tables, List<TraceAnalysis> traces)
            throws IOException {
        tables.table(
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
    }

    private static void levels(SummaryTables tables, List<TraceAnalysis> traces)
            throws IOException {
        tables.table(
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
