package dev.llmprof.compare.statistic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RankDriftTest {

    @Test
    void sixRunsEachSlowerThanTheLastDrift() {
        double[] rising = {1, 2, 3, 4, 5, 6};
        assertEquals(2.0 / 720, RankDrift.p(rising), 1e-12);
        assertTrue(RankDrift.drifts(rising));
    }

    @Test
    void sixRunsEachFasterThanTheLastDriftAsWell() {
        assertEquals(2.0 / 720, RankDrift.p(new double[] {6, 5, 4, 3, 2, 1}), 1e-12);
    }

    /// 2 of 120 orders are as far from none: 0.0167.
    @Test
    void fiveRunsAreTooFewToBeSure() {
        assertFalse(RankDrift.drifts(new double[] {1, 2, 3, 4, 5}));
    }

    /// One swap of neighbours: the identity and five such orders on either side.
    @Test
    void oneSwapIsLessSure() {
        assertEquals(12.0 / 720, RankDrift.p(new double[] {2, 1, 3, 4, 5, 6}), 1e-12);
    }

    @Test
    void fourRunsNeverDrift() {
        assertFalse(RankDrift.drifts(new double[] {1, 2, 3, 4}));
    }

    @Test
    void manyRunsUseStudentsT() {
        assertTrue(RankDrift.drifts(IntStream.range(1, 40).mapToDouble(i -> i).toArray()));
        assertFalse(
                RankDrift.drifts(IntStream.range(1, 40).mapToDouble(i -> i * 17 % 40).toArray()));
    }
}
