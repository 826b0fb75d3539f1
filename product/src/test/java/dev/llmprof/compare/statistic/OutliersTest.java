package dev.llmprof.compare.statistic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class OutliersTest {

    @Test
    void runsFarFromTheOthersAreNamed() {
        double[] values = {15.71, 27.02, 15.65, 15.60, 15.55, 15.42, 15.64, 29.06, 16.16, 15.47};
        assertArrayEquals(new int[] {1, 7}, Outliers.of(values));
    }

    @Test
    void ordinarySpreadHasNone() {
        assertArrayEquals(new int[0], Outliers.of(new double[] {100.0, 101.0, 99.5, 100.5, 100.2}));
    }

    @Test
    void whereMostAreEqualTheMeanDistanceIsTheMeasure() {
        assertArrayEquals(
                new int[] {6}, Outliers.of(new double[] {100, 100, 100, 100, 100, 100, 101}));
        assertArrayEquals(new int[0], Outliers.of(new double[] {100, 100, 100}));
    }
}
