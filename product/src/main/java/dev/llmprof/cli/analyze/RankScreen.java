package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.rank.Ranks;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What the terminal shows about several ranks.
final class RankScreen {
    private RankScreen() {}

    static List<Block> of(Ranks ranks, int top) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(
                new Block.Heading(
                        String.format(
                                Locale.ROOT,
                                "%d ranks · the slowest computes %.1f %% longer than the average%s",
                                ranks.rows().size(),
                                100 * ranks.imbalance(),
                                ranks.stragglers().isEmpty()
                                        ? ""
                                        : " · stragglers: rank "
                                                + String.join(", ", ranks.stragglers()))));
        blocks.add(table(ranks));
        collectives(ranks, top, blocks);
        ranks.remarks().forEach(remark -> blocks.add(new Block.Note(Block.Tone.INFO, remark)));
        return blocks;
    }

    private static Block table(Ranks ranks) {
        List<List<Cell>> rows = new ArrayList<>();
        for (Ranks.Row row : ranks.rows()) {
            rows.add(
                    List.of(
                            Cell.text(row.rank()),
                            Cell.nanos(row.timeline().spanNanos()),
                            Cell.nanos(row.timeline().busyNanos()),
                            Cell.nanos(row.timeline().computationNanos()),
                            Cell.nanos(row.timeline().communicationNanos()),
                            Cell.nanos(row.timeline().exposedCommunicationNanos()),
                            Cell.nanos(row.waitNanos())));
        }
        return new Block.Grid(
                "",
                List.of(
                        Block.Column.words("rank"),
                        Block.Column.number("span"),
                        Block.Column.number("busy"),
                        Block.Column.number("computation"),
                        Block.Column.number("communication"),
                        Block.Column.number("exposed"),
                        Block.Column.number("waiting")),
                rows);
    }

    private static void collectives(Ranks ranks, int top, List<Block> blocks) {
        List<List<Cell>> rows = new ArrayList<>();
        for (Ranks.Collective row : ranks.collectives().stream().limit(top).toList()) {
            rows.add(
                    List.of(
                            Cell.nanos(row.pureNanos()),
                            Cell.nanos(row.skewNanos()),
                            Cell.count(row.occurrences()),
                            Cell.name(row.name())));
        }
        if (!rows.isEmpty()) {
            blocks.add(
                    new Block.Grid(
                            "",
                            List.of(
                                    Block.Column.number("pure"),
                                    Block.Column.number("skew"),
                                    Block.Column.number("count"),
                                    Block.Column.words("collective")),
                            rows));
        }
    }
}
