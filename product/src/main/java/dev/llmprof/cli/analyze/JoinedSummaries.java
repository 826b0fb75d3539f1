package dev.llmprof.cli.analyze;

import static dev.llmprof.table.parquet.ParquetColumn.number;
import static dev.llmprof.table.parquet.ParquetColumn.whole;
import static dev.llmprof.table.parquet.ParquetColumn.words;

import dev.llmprof.analysis.GpuTimeline;
import dev.llmprof.analysis.GraphAttribution;
import dev.llmprof.analysis.Ranks;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Tables of what several captures say together: replayed graphs and ranks. Only there when there
/// is something to say.
final class JoinedSummaries {
    private JoinedSummaries() {}

    static void write(SummaryTables tables, Analysed found) throws IOException {
        if (!found.graphs().isEmpty()) {
            graphs(tables, found.graphs());
            replays(tables, found.graphs());
        }
        Optional<Ranks> ranks = found.ranks();
        if (ranks.isPresent()) {
            ranks(tables, ranks.get());
            collectives(tables, ranks.get());
            kernels(tables, ranks.get());
        }
    }

    private static void graphs(SummaryTables tables, Map<String, GraphAttribution> graphs)
            throws IOException {
        tables.table(
                "graph_summary",
                graphs.entrySet(),
                (table, graph) -> {
                    GraphAttribution found = graph.getValue();
                    for (GraphAttribution.Row row : found.rows()) {
                        table.row(
                                graph.getKey(),
                                row.operator(),
                                row.module(),
                                row.gpuEvents(),
                                row.sumNanos(),
                                found.method(),
                                found.confidence());
                    }
                },
                words("trace"),
                words("operator"),
                words("module"),
                whole("gpu_events"),
                whole("gpu_sum_ns"),
                words("method"),
                number("confidence"));
    }

    private static void replays(SummaryTables tables, Map<String, GraphAttribution> graphs)
            throws IOException {
        tables.table(
                "graph_replays",
                graphs.entrySet(),
                (table, graph) -> {
                    List<GraphAttribution.Event> sequence = graph.getValue().sequence();
                    for (int at = 0; at < sequence.size(); at++) {
                        GraphAttribution.Event event = sequence.get(at);
                        table.row(
                                graph.getKey(),
                                at,
                                event.kernel(),
                                event.operator(),
                                event.module(),
                                event.nanos());
                    }
                },
                words("trace"),
                whole("position"),
                words("kernel"),
                words("operator"),
                words("module"),
                whole("duration_ns"));
    }

    private static void ranks(SummaryTables tables, Ranks ranks) throws IOException {
        tables.table(
                "rank_summary",
                ranks.rows(),
                (table, row) -> {
                    GpuTimeline gpu = row.timeline();
                    table.row(
                            row.rank(),
                            row.source(),
                            gpu.spanNanos(),
                            gpu.busyNanos(),
                            gpu.computationNanos(),
                            gpu.communicationNanos(),
                            gpu.exposedCommunicationNanos(),
                            row.waitNanos());
                },
                words("rank"),
                words("trace"),
                whole("span_ns"),
                whole("busy_ns"),
                whole("computation_ns"),
                whole("communication_ns"),
                whole("exposed_communication_ns"),
                whole("wait_ns"));
    }

    private static void collectives(SummaryTables tables, Ranks ranks) throws IOException {
        tables.table(
                "rank_collectives",
                ranks.collectives(),
                (table, row) ->
                        table.row(row.name(), row.occurrences(), row.pureNanos(), row.skewNanos()),
                words("name"),
                whole("occurrences"),
                whole("pure_ns"),
                whole("skew_ns"));
    }

    private static void kernels(SummaryTables tables, Ranks ranks) throws IOException {
        tables.table(
                "rank_kernels",
                ranks.kernels(),
                (table, row) ->
                        table.row(
                                row.name(),
                                row.count(),
                                row.totalNanos(),
                                row.leastRankNanos(),
                                row.mostRankNanos()),
                words("name"),
                whole("count"),
                whole("total_ns"),
                whole("least_rank_ns"),
                whole("most_rank_ns"));
    }
}
