package dev.llmprof.cli.analyze;

import static dev.llmprof.cli.analyze.CsvTable.whole;
import static dev.llmprof.cli.analyze.CsvTable.words;

import dev.llmprof.analysis.GpuTimeline;
import dev.llmprof.analysis.Phases;
import java.io.IOException;
import java.util.List;

/// What each trace shows as a whole, and its phases and levels.
final class TraceSummaries {

    private TraceSummaries() {}

    static List<CsvTable> write(SummaryTables folder) throws IOException {
        return List.of(
                traces(folder), idleSummary(folder), phaseSummary(folder), levelSummary(folder));
    }

    private static CsvTable traces(SummaryTables folder) throws IOException {
        return folder.table(
                "traces",
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

    private static CsvTable idleSummary(SummaryTables folder) throws IOException {
        return folder.table(
                "idle_summary",
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

    private static CsvTable phaseSummary(SummaryTables folder) throws IOException {
        return folder.table(
                "phase_summary",
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

    private static CsvTable levelSummary(SummaryTables folder) throws IOException {
        return folder.table(
                "level_summary",
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
