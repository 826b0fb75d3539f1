package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.rank.Ranks;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.section.RankWords;
import dev.llmprof.report.section.RanksSection;
import java.util.ArrayList;
import java.util.List;

/// What the terminal shows about several ranks.
final class RankScreen {
    /// Of each table, so that all of it fits a screen.
    static final int ROWS = 4;

    private static final int RANKS = 16;
    private static final int REMARKS = 5;

    private RankScreen() {}

    static List<Block> of(Ranks ranks, int top) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Heading(RankWords.summary(ranks)));
        ranks.remarks().stream()
                .limit(REMARKS)
                .forEach(remark -> blocks.add(new Block.Note(Block.Tone.WARNING, remark)));
        blocks.add(RanksSection.table("", ranks, Math.max(RANKS, top)));
        spaced(blocks, RanksSection.late("", ranks, top));
        spaced(blocks, RanksSection.groups("", ranks, top));
        spaced(blocks, RanksSection.bandwidth("", ranks, top));
        RankWords.clocks(ranks).ifPresent(words -> blocks.add(new Block.Paragraph(words)));
        blocks.add(new Block.Paragraph(""));
        return blocks;
    }

    private static void spaced(List<Block> blocks, List<Block> more) {
        if (!more.isEmpty()) {
            blocks.add(new Block.Paragraph(""));
            blocks.addAll(more);
        }
    }
}
