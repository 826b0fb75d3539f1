package dev.llmprof.compare.statistic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StudentTTest {

    /// With one degree it is Cauchy's, with two it has a closed form: both know every digit.
    @Test
    void agreesWithTheClosedForms() {
        assertEquals(Math.tan(Math.PI * 0.475), StudentT.quantile(0.975, 1), 1e-10);
        double u = 2 * 0.975 - 1;
        assertEquals(u * Math.sqrt(2 / (1 - u * u)), StudentT.quantile(0.975, 2), 1e-12);
        assertEquals(1 - 2 * Math.atan(3) / Math.PI, StudentT.twoSided(3, 1), 1e-14);
    }

    @Test
    void agreesWithThePrintedTables() {
        assertEquals(2.776445105, StudentT.quantile(0.975, 4), 5e-10);
        assertEquals(2.306004135, StudentT.quantile(0.975, 8), 5e-10);
        assertEquals(2.228138852, StudentT.quantile(0.975, 10), 5e-10);
        assertEquals(0.888890, StudentT.quantile(0.8, 8), 5e-7);
    }

    @Test
    void manyDegreesAreTheNormalDistribution() {
        assertEquals(1.959963985, StudentT.quantile(0.975, 1e9), 1e-6);
    }
}
