package dev.llmprof.report.format;

import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import java.util.List;

/// Leads as a table, for formats without links inside a page.
final class LeadGrid {

    private LeadGrid() {}

    static Block.Grid of(Block.Leads leads) {
        return new Block.Grid(
                "The largest possible saving first; each row is based on a number of this run.",
                List.of(
                        Block.Column.words("weight"),
                        Block.Column.words("could save"),
                        Block.Column.words("finding"),
                        Block.Column.words("evidence"),
                        Block.Column.words("try")),
                leads.leads().stream()
                        .map(lead ->
                                List.of(
                                        Cell.text(lead.weight()),
                                        Cell.text(lead.saving()),
                                        Cell.text(lead.finding()),
                                        Cell.text(lead.evidence()),
                                        Cell.text(lead.step())))
                        .toList());
    }
}
