package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.rank.Ranks;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.section.RanksSection;
import java.util.ArrayList;
import java.util.List;

/// What the terminal shows about several ranks.
final class RankScreen {
    private static final int COLLECTIVES = 5;

    private RankScreen() {}

    static List<Block> of(Ranks ranks, int top) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Heading(RanksSection.summary(ranks)));
        blocks.add(RanksSection.table("", ranks));
        List<Block> collectives = RanksSection.collectives("", ranks, Math.min(top, COLLECTIVES));
        if (!collectives.isEmpty()) {
            blocks.add(new Block.Paragraph(""));
            blocks.addAll(collectives);
        }
        ranks.remarks().stream()
                .limit(COLLECTIVES)
                .forEach(remark -> blocks.add(new Block.Note(Block.Tone.INFO, remark)));
        blocks.add(new Block.Paragraph(""));
        return blocks;
    }
}
