package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.rank.RankHeat;
import dev.llmprof.analysis.rank.Ranks;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.table.RankTables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The ranks of one run beside each other.
public final class RanksSection {
    /// More bars than this say less than the picture over time.
    private static final int MOST_BARS = 32;

    private RanksSection() {}

    public static Section of(Findings findings, int limit) {
        return findings.relations()
                .ranks()
                .map(ranks -> new Section("ranks", "Ranks", blocks(ranks, limit)))
                .orElseGet(() -> new Section("ranks", "Ranks", List.of()));
    }

    private static List<Block> blocks(Ranks ranks, int limit) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Paragraph(RankWords.summary(ranks)));
        ranks.remarks().forEach(remark -> blocks.add(new Block.Note(Block.Tone.WARNING, remark)));
        if (!ranks.heat().lines().isEmpty()) {
            blocks.add(heat(ranks));
            RankWords.clocks(ranks)
                    .ifPresent(words -> blocks.add(new Block.Note(Block.Tone.INFO, words)));
        }
        blocks.addAll(late("Who was late, and why", ranks, limit));
        if (ranks.rows().size() <= MOST_BARS) {
            blocks.add(bars(ranks));
        }
        blocks.add(table("Each rank", ranks, limit));
        blocks.addAll(groups("Groups of ranks", ranks, limit));
        blocks.addAll(bandwidth("Bandwidth by size", ranks, limit));
        blocks.addAll(rest(ranks, limit));
        return blocks;
    }

    /// What is of use to some only.
    private static List<Block> rest(Ranks ranks, int limit) {
        List<Block> blocks = new ArrayList<>();
        if (!ranks.imbalances().isEmpty()) {
            blocks.add(
                    RankTables.IMBALANCES.grid(
                            "Uneven exchange",
                            ranks.imbalances(),
                            limit,
                            "what",
                            "group",
                            "count",
                            "most_rank",
                            "max_over_mean"));
        }
        if (ranks.clocks().size() > 1) {
            blocks.add(
                    RankTables.CLOCKS.grid(
                            "Clocks",
                            ranks.clocks(),
                            limit,
                            "host",
                            "rank_numbers",
                            "collectives",
                            "offset_ns",
                            "drift_ppm",
                            "residual_ns"));
        }
        blocks.addAll(kernels(ranks, limit));
        return blocks;
    }

    private static List<Block> kernels(Ranks ranks, int limit) {
        return ranks.kernels().isEmpty()
                ? List.of()
                : List.of(
                        RankTables.KERNELS.grid(
                                "Kernels over all ranks",
                                ranks.kernels(),
                                limit,
                                "name",
                                "count",
                                "total_ns",
                                "least_rank_ns",
                                "most_rank_ns"));
    }

    /// Where not all fit, those come first that the others wait for most.
    public static Block.Grid table(String caption, Ranks ranks, int limit) {
        List<Ranks.Row> rows =
                ranks.rows().size() <= limit
                        ? ranks.rows()
                        : ranks.rows().stream()
                                .sorted(
                                        Comparator.comparingLong(
                                                        (Ranks.Row row) -> -row.waits().costNanos())
                                                .thenComparingInt(Ranks.Row::rank))
                                .toList();
        List<String> columns = new ArrayList<>(List.of("rank"));
        if (ranks.rows().stream().map(Ranks.Row::host).distinct().count() > 1) {
            columns.add("host");
        }
        if (ranks.rows().stream().map(Ranks.Row::device).distinct().count() > 1) {
            columns.add("device");
        }
        columns.addAll(
                List.of(
                        "span_ns",
                        "computation_ns",
                        "idle_ns",
                        "total_comm_ns",
                        "exposed_comm_ns"));
        columns.add("wait_ns");
        if (ranks.rows().stream().anyMatch(row -> row.waits().bubbleNanos() > 0)) {
            columns.add("bubble_ns");
        }
        columns.addAll(List.of("last", "late_ns", "blamed", "cost_ns"));
        return RankTables.RANKS.grid(caption, rows, limit, columns.toArray(String[]::new));
    }

    public static List<Block> late(String caption, Ranks ranks, int limit) {
        return ranks.late().isEmpty()
                ? List.of()
                : List.of(
                        RankTables.LATE.grid(
                                caption,
                                ranks.late(),
                                limit,
                                "rank",
                                "group",
                                "cause",
                                "detail",
                                "times",
                                "median_late_ns",
                                "late_ns",
                                "passed_on",
                                "cost_ns"));
    }

    public static List<Block> groups(String caption, Ranks ranks, int limit) {
        return ranks.groups().isEmpty()
                ? List.of()
                : List.of(
                        RankTables.GROUPS.grid(
                                caption,
                                ranks.groups(),
                                limit,
                                "group",
                                "instances",
                                "matched",
                                "judged",
                                "most_last",
                                "most_last_times",
                                "median_late_ns",
                                "wait_ns",
                                "transfer_ns",
                                "ends_apart_ns",
                                "paired_by"));
    }

    public static List<Block> bandwidth(String caption, Ranks ranks, int limit) {
        return ranks.bandwidths().isEmpty()
                ? List.of()
                : List.of(
                        RankTables.BANDWIDTH.grid(
                                caption,
                                ranks.bandwidths(),
                                limit,
                                "kind",
                                "ranks",
                                "from_bytes",
                                "count",
                                "bytes_per_second",
                                "bus_bytes_per_second"));
    }

    private static Block heat(Ranks ranks) {
        RankHeat heat = ranks.heat();
        return new Block.Figure(
                "Which rank waits when",
                "One line per rank, dark while it is in communication that nothing overlaps, most of"
                        + " it waiting. A light line among dark ones is waited for; those that keep"
                        + " the others waiting for long are marked.",
                new Chart.Slices(
                        heat.sliceNanos(),
                        heat.lines().stream().map(line -> "rank " + line.rank()).toList(),
                        marked(ranks),
                        List.of(
                                new Chart.Slices.Layer(
                                        "communication that nothing overlaps",
                                        heat.lines().stream()
                                                .map(RankHeat.Line::communicating)
                                                .toList()),
                                new Chart.Slices.Layer(
                                        "computing",
                                        heat.lines().stream()
                                                .map(RankHeat.Line::computing)
                                                .toList()))));
    }

    /// Lines of the ranks that are worth a word.
    private static List<Integer> marked(Ranks ranks) {
        Set<Integer> notable =
                ranks.rows().stream()
                        .filter(RankWords::isNotable)
                        .map(Ranks.Row::rank)
                        .collect(Collectors.toSet());
        List<RankHeat.Line> lines = ranks.heat().lines();
        return IntStream.range(0, lines.size())
                .filter(at -> notable.contains(lines.get(at).rank()))
                .boxed()
                .toList();
    }

    private static Block bars(Ranks ranks) {
        List<Ranks.Row> rows = ranks.rows();
        return new Block.Figure(
                "Time of each rank",
                "From the first to the last event of each rank: computation, communication and"
                        + " copies that nothing overlaps, and idle time.",
                new Chart.Bars(
                        Unit.NANOSECONDS,
                        true,
                        rows.stream().map(row -> "rank " + row.rank()).toList(),
                        List.of(
                                Chart.Bars.Series.of(
                                        "computation",
                                        rows,
                                        row -> row.timeline().computationNanos()),
                                Chart.Bars.Series.of(
                                        "exposed communication",
                                        rows,
                                        row -> row.timeline().exposedCommunicationNanos()),
                                Chart.Bars.Series.of(
                                        "exposed copies",
                                        rows,
                                        row -> row.timeline().exposedCopyNanos()),
                                Chart.Bars.Series.of(
                                        "idle", rows, row -> row.timeline().idleNanos()))));
    }
}
