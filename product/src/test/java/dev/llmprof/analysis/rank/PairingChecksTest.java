package dev.llmprof.analysis.rank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class PairingChecksTest {
    private static final long MILLI = 1_000_000;

    /// Four ranks on two busy cores: one leaves every second collective some milliseconds after the
    /// others, which is little beside the fifth of a second from one to the next.
    @Test
    void ranksOfABusyHostMayLeaveAFewMillisecondsApart() {
        var ranks = new GeneratedRanks(4);
        for (int step = 0; step < 6; step++) {
            ranks.idle(1, 200 * MILLI)
                    .leavesLater(step % 4, step % 2 * (3L + step) * MILLI)
                    .collective("AllReduce", "tp", 64, 0, 1, 2, 3);
        }
        Ranks compared = ranks.compared();
        assertEquals(List.of(), compared.remarks());
        assertEquals(1, compared.late().getFirst().rank());
        assertEquals(5, compared.late().getFirst().times());
    }

    @Test
    void nothingIsConcludedFromCollectivesThatEndAtOtherTimesOnEveryRank() {
        Ranks compared =
                RankComparisons.of(
                                List.of(
                                        after(10, 80, 20, 60, 30, 90).record(0),
                                        after(70, 15, 95, 25, 55, 10).record(1)))
                        .orElseThrow();
        assertEquals(List.of(), compared.late());
        assertTrue(
                compared.remarks().getFirst().startsWith("tp [0, 1]: of 6 collectives"),
                compared.remarks()::toString);
    }

    private static GeneratedRanks after(long... millis) {
        var ranks = new GeneratedRanks(2);
        for (long each : millis) {
            ranks.idle(0, each * MILLI).collective("AllReduce", "tp", 64, 0, 1);
        }
        return ranks;
    }
}
