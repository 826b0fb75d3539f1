package dev.llmprof.compare.statistic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class ManyTestsTest {
    private static final double[] VALUES = {0.0004, 0.011, 0.02, 0.04, 0.3};

    @Test
    void holmStepsDown() {
        assertArrayEquals(
                new double[] {0.002, 0.044, 0.06, 0.08, 0.3}, ManyTests.holm(VALUES), 1e-12);
    }

    @Test
    void benjaminiAndHochbergStepUp() {
        assertArrayEquals(
                new double[] {0.002, 0.0275, 0.1 / 3, 0.05, 0.3},
                ManyTests.benjaminiHochberg(VALUES),
                1e-12);
    }

    @Test
    void answersAreInTheOrderOfTheValues() {
        assertArrayEquals(
                new double[] {0.3, 0.003, 0.06},
                ManyTests.holm(new double[] {0.3, 0.001, 0.03}),
                1e-12);
    }
}
