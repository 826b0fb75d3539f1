package dev.llmprof.report.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import java.util.List;
import org.junit.jupiter.api.Test;

class TerminalGridTest {
    private static final Block.Grid GRID =
            new Block.Grid(
                    "",
                    List.of(
                            Block.Column.words("gpu"),
                            Block.Column.number("concurrency"),
                            Block.Column.words("limit"),
                            Block.Column.number("throughput")),
                    List.of(
                            List.of(
                                    Cell.text("H100-SXM5-80GB"),
                                    Cell.count(243),
                                    Cell.text("TPOT"),
                                    Cell.count(4_882)),
                            List.of(
                                    Cell.text("L4"),
                                    Cell.count(5),
                                    Cell.text("memory"),
                                    Cell.count(100))));

    @Test
    void whatFitsIsOneTable() {
        assertEquals(
                """
                gpu              concurrency   limit    throughput
                H100-SXM5-80GB           243   TPOT          4,882
                L4                         5   memory          100\
                """,
                Terminal.text(List.of(GRID), 80));
    }

    @Test
    void columnsWithoutRoomStandBelowBesideTheNames() {
        assertEquals(
                """
                gpu             concurrency  limit
                H100-SXM5-80GB          243  TPOT
                L4                        5  memory
                gpu             throughput
                H100-SXM5-80GB       4,882
                L4                     100\
                """,
                Terminal.text(List.of(GRID), 36));
    }

    @Test
    void longNamesAreShortenedBeforeColumnsAreParted() {
        var grid =
                new Block.Grid(
                        "",
                        List.of(Block.Column.number("time"), Block.Column.words("kernel")),
                        List.of(List.of(Cell.count(12), Cell.text("k".repeat(60)))));
        assertEquals(
                """
                time  kernel
                  12  kkkkkkkkkkkkkkkkkkkkkkkkkkkkk…\
                """,
                Terminal.text(List.of(grid), 36));
    }
}
