package dev.llmprof.cli.analyze;

import static dev.llmprof.cli.analyze.CsvTable.whole;
import static dev.llmprof.cli.analyze.CsvTable.words;

import java.io.IOException;
import java.util.List;

/// Operators, calls and ranges over all traces.
final class HostSummaries {

    private HostSummaries() {}

    static List<CsvTable> write(SummaryTables folder) throws IOException {
        return List.of(operatorSummary(folder), runtimeSummary(folder), rangeSummary(folder));
    }

    private static CsvTable operatorSummary(SummaryTables folder) throws IOException {
        return folder.table(
                "operator_summary",
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

    private static CsvTable runtimeSummary(SummaryTables folder) throws IOException {
        return folder.table(
                "runtime_summary",
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

    private static CsvTable rangeSummary(SummaryTables folder) throws IOException {
        return folder.table(
                "range_summary",
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
}
