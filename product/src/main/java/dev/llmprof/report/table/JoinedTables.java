package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.count;
import static dev.llmprof.report.table.ResultColumn.name;
import static dev.llmprof.report.table.ResultColumn.nanos;
import static dev.llmprof.report.table.ResultColumn.number;
import static dev.llmprof.report.table.ResultColumn.text;

import dev.llmprof.analysis.graph.GraphAttribution;
import dev.llmprof.report.block.Unit;
import java.util.List;
import java.util.stream.IntStream;

/// Tables of what several captures say together about replayed graphs.
public final class JoinedTables {
    private JoinedTables() {}

    /// A row of an attribution, with how it was found.
    public record GraphRow(GraphAttribution graph, GraphAttribution.Row row) {}

    /// A replayed kernel, with its place in the replay.
    public record ReplayRow(int position, GraphAttribution.Event event) {}

    public static final ResultTable<GraphRow> GRAPHS =
            ResultTable.of(
                    "graph_summary",
                    "Operators and modules of kernels that CUDA or HIP graphs replayed.",
                    name("operator", "", row -> row.row().operator()),
                    name("module", "", row -> row.row().module()),
                    count("gpu_events", "kernels and copies", row -> row.row().gpuEvents()),
                    nanos("gpu_sum_ns", "sum of their durations", row -> row.row().sumNanos()),
                    text("method", "how the split was found", row -> row.graph().method()),
                    number(
                            "confidence",
                            Unit.PLAIN,
                            "0 to 1, how sure the split is",
                            row -> row.graph().confidence()));

    public static final ResultTable<ReplayRow> REPLAYS =
            ResultTable.of(
                    "graph_replays",
                    "Every kernel that a graph replayed, in start order.",
                    count("position", "", ReplayRow::position),
                    name("kernel", "", row -> row.event().kernel()),
                    name("operator", "", row -> row.event().operator()),
                    name("module", "", row -> row.event().module()),
                    nanos("duration_ns", "", row -> row.event().nanos()));

    public static List<GraphRow> rows(GraphAttribution graph) {
        return graph.rows().stream().map(row -> new GraphRow(graph, row)).toList();
    }

    public static List<ReplayRow> replays(GraphAttribution graph) {
        List<GraphAttribution.Event> sequence = graph.sequence();
        return IntStream.range(0, sequence.size())
                .mapToObj(at -> new ReplayRow(at, sequence.get(at)))
                .toList();
    }
}
