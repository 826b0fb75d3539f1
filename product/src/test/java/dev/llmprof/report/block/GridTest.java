package dev.llmprof.report.block;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class GridTest {
    private static final List<Block.Column> COLUMNS =
            List.of(Block.Column.words("kind"), Block.Column.number("batch"));

    @Test
    void columnsThatNoRowHasAValueOfAreLeftOut() {
        List<List<Cell>> rows =
                List.of(
                        List.of(Cell.text("decode"), Cell.absent("not said")),
                        List.of(Cell.text("prefill"), Cell.absent("not said")));
        assertEquals(
                new Block.Grid(
                        "steps",
                        List.of(Block.Column.words("kind")),
                        List.of(List.of(Cell.text("decode")), List.of(Cell.text("prefill"))),
                        3),
                new Block.Grid("steps", COLUMNS, rows, 3).filled());
    }

    @Test
    void oneValueKeepsItsColumn() {
        Block.Grid grid =
                new Block.Grid(
                        "steps",
                        COLUMNS,
                        List.of(
                                List.of(Cell.text("decode"), Cell.count(32)),
                                List.of(Cell.text("prefill"), Cell.absent("not said"))));
        assertEquals(grid, grid.filled());
    }
}
