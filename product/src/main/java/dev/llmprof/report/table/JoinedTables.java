package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.count;
import static dev.llmprof.report.table.ResultColumn.name;
import static dev.llmprof.report.table.ResultColumn.nanos;
import static dev.llmprof.report.table.ResultColumn.number;
import static dev.llmprof.report.table.ResultColumn.text;

import dev.llmprof.analysis.graph.GraphAttribution;
import dev.llmprof.analysis.rank.Ranks;
import dev.llmprof.report.block.Unit;
import java.util.List;
import java.util.stream.IntStream;

/// Tables of what several captures say together: replayed graphs and ranks.
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

    public static final ResultTable<Ranks.Row> RANKS =
            ResultTable.of(
                            "rank_summary",
                            "One row a rank: how its device's time divides.",
                            text("rank", "", Ranks.Row::rank),
                            name("trace", "the capture the row is of", Ranks.Row::source),
                            ResultColumn.<Ranks.Row>text(
                                            "device", "as the capture names it", Ranks.Row::device)
                                    .titled("GPU"),
                            count("kernels", "launches", Ranks.Row::kernels),
                            ResultColumn.<Ranks.Row>measured(
                                            "wait_ns",
                                            Unit.NANOSECONDS,
                                            "in collectives that end together, beyond the quickest"
                                                    + " rank",
                                            row -> row.waitNanos().map(Long::doubleValue))
                                    .titled("waiting"))
                    .and(GpuTables.TIMELINE, Ranks.Row::timeline);

    public static final ResultTable<Ranks.Collective> COLLECTIVES =
            ResultTable.of(
                    "rank_collectives",
                    "Communication kernels, paired over the ranks by the order of their"
                            + " occurrences.",
                    ResultColumn.<Ranks.Collective>name("name", "", Ranks.Collective::name)
                            .titled("collective"),
                    count("occurrences", "on every rank", Ranks.Collective::occurrences),
                    count(
                            "ending_together",
                            "pairs that end on all ranks at about the same time",
                            Ranks.Collective::together),
                    ResultColumn.<Ranks.Collective>measured(
                                    "pure_ns",
                                    Unit.NANOSECONDS,
                                    "of those, the quickest rank's time, summed",
                                    row -> row.pureNanos().map(Long::doubleValue))
                            .titled("pure"),
                    ResultColumn.<Ranks.Collective>measured(
                                    "skew_ns",
                                    Unit.NANOSECONDS,
                                    "of those, the slowest's beyond it, summed",
                                    row -> row.skewNanos().map(Long::doubleValue))
                            .titled("skew"));

    public static final ResultTable<Ranks.Kernel> RANK_KERNELS =
            ResultTable.of(
                    "rank_kernels",
                    "Kernels over all ranks.",
                    name("name", "", Ranks.Kernel::name),
                    count("count", "", Ranks.Kernel::count),
                    nanos("total_ns", "sum of the durations", Ranks.Kernel::totalNanos),
                    nanos(
                            "least_rank_ns",
                            "of the rank with the least",
                            Ranks.Kernel::leastRankNanos),
                    nanos(
                            "most_rank_ns",
                            "of the rank with the most",
                            Ranks.Kernel::mostRankNanos));

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
