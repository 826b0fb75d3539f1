package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.rank.Ranks;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.table.JoinedTables;
import java.util.ArrayList;
import java.util.List;

/// The ranks of one run beside each other.
public final class RanksSection {
    private static final List<String> COLUMNS =
            List.of(
                    "rank",
                    "device",
                    "span_ns",
                    "busy_ns",
                    "computation_ns",
                    "total_comm_ns",
                    "exposed_comm_ns",
                    "wait_ns",
                    "kernels");

    private RanksSection() {}

    public static Section of(Findings findings, int limit) {
        return findings.relations()
                .ranks()
                .map(ranks -> new Section("ranks", "Ranks", blocks(ranks, limit)))
                .orElseGet(() -> new Section("ranks", "Ranks", List.of()));
    }

    private static List<Block> blocks(Ranks ranks, int limit) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Paragraph(summary(ranks)));
        blocks.add(chart(ranks));
        blocks.add(table("Each rank's time", ranks));
        blocks.addAll(collectives("Communication over the ranks", ranks, limit));
        ranks.remarks().forEach(remark -> blocks.add(new Block.Note(Block.Tone.INFO, remark)));
        blocks.add(
                JoinedTables.RANK_KERNELS.grid(
                        "Kernels over all ranks",
                        ranks.kernels(),
                        limit,
                        "name",
                        "count",
                        "total_ns",
                        "least_rank_ns",
                        "most_rank_ns"));
        return blocks;
    }

    /// One line for all of them.
    public static String summary(Ranks ranks) {
        return ranks.rows().size()
                + " ranks · the slowest computes "
                + Cell.share(ranks.imbalance()).shown()
                + " longer than the average"
                + (ranks.stragglers().isEmpty()
                        ? ""
                        : " · stragglers: rank " + String.join(", ", ranks.stragglers()));
    }

    public static Block.Grid table(String caption, Ranks ranks) {
        List<String> columns = new ArrayList<>(COLUMNS);
        if (ranks.rows().stream().allMatch(row -> row.device().isEmpty())) {
            columns.remove("device");
        }
        return JoinedTables.RANKS.grid(
                caption, ranks.rows(), ranks.rows().size(), columns.toArray(String[]::new));
    }

    /// With how far to trust it; nothing where no communication is compared.
    public static List<Block> collectives(String caption, Ranks ranks, int limit) {
        if (ranks.collectives().isEmpty()) {
            return List.of();
        }
        return List.of(
                new Block.Note(
                        ranks.pairing().holds() ? Block.Tone.INFO : Block.Tone.WARNING,
                        pairing(ranks.pairing())),
                JoinedTables.COLLECTIVES.grid(
                        caption,
                        ranks.collectives(),
                        limit,
                        "occurrences",
                        "ending_together",
                        "pure_ns",
                        "skew_ns",
                        "name"));
    }

    private static String pairing(Ranks.Pairing pairing) {
        return "Communication kernels are paired by name and order, which is not certain: "
                + ShownText.counted(pairing.together(), "pair", "pairs")
                + " of "
                + Cell.count(pairing.occurrences()).shown()
                + (pairing.together() == 1 ? " ends" : " end")
                + " together on all ranks, as one collective does. "
                + (pairing.together() == 0
                        ? "Waiting, pure time and skew are not known."
                        : "Waiting, pure time and skew are of "
                                + (pairing.holds() ? "all of them." : "those only."));
    }

    private static Block chart(Ranks ranks) {
        return new Block.Figure(
                "Time of each rank",
                "From the first to the last GPU event of each rank: computation, communication and"
                        + " copies that nothing overlaps, and idle time.",
                new Chart.Bars(
                        Unit.NANOSECONDS,
                        true,
                        ranks.rows().stream().map(row -> "rank " + row.rank()).toList(),
                        List.of(
                                Chart.Bars.Series.of(
                                        "computation",
                                        ranks.rows(),
                                        row -> row.timeline().computationNanos()),
                                Chart.Bars.Series.of(
                                        "exposed communication",
                                        ranks.rows(),
                                        row -> row.timeline().exposedCommunicationNanos()),
                                Chart.Bars.Series.of(
                                        "exposed copies",
                                        ranks.rows(),
                                        row -> row.timeline().exposedCopyNanos()),
                                Chart.Bars.Series.of(
                                        "idle", ranks.rows(), row -> row.timeline().idleNanos()))));
    }
}
