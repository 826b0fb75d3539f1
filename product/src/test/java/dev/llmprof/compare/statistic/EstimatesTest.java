package dev.llmprof.compare.statistic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EstimatesTest {
    private static final double[] BEFORE = {100.0, 101.0, 99.5, 100.5, 100.2};
    private static final double[] AFTER = {104.8, 105.9, 104.1, 105.2, 105.6};

    @Test
    void fiveAgainstFiveIsHodgesLehmannWithTheExactInterval() {
        assertEquals(
                "hodges-lehmann +4.8515 [+3.8922, +5.7286] 0.9683 p 0.00794",
                shown(estimate(BEFORE, AFTER)));
    }

    @Test
    void theSameSwappedIsTheInverseRatio() {
        assertEquals(
                "hodges-lehmann -4.6270 [-5.4183, -3.7464] 0.9683 p 0.00794",
                shown(estimate(AFTER, BEFORE)));
    }

    @Test
    void equalProgramsAreWithinAPercent() {
        assertEquals(
                "hodges-lehmann +0.0997 [-0.2991, +0.4008] 0.9683 p 0.69048",
                shown(
                        estimate(
                                new double[] {100.0, 100.4, 99.8, 100.1, 100.3},
                                new double[] {100.2, 100.5, 99.9, 100.0, 100.4})));
    }

    @Test
    void twoSlowRunsDoNotMoveTheEstimateAsTheyMoveTheMean() {
        double[] a = {15.71, 27.02, 15.65, 15.60, 15.55, 15.42, 15.64, 29.06, 16.16, 15.47};
        double[] b = {15.9, 15.8, 15.7, 15.85, 15.75, 15.95, 15.66, 15.71, 15.88, 15.77};
        assertEquals(
                "hodges-lehmann +0.8612 [-2.4134, +1.7949] 0.9567",
                shown(estimate(a, b)).replaceAll(" p .*", ""));
    }

    @Test
    void threeAgainstThreeWithoutNoiseIsWelch() {
        Estimate estimate = estimate(new double[] {100, 103, 98}, new double[] {102, 106, 101});
        assertEquals(
                "welch-t +2.6569 [-3.0619, +8.7131] 0.9500",
                shown(estimate).replaceAll(" p .*", ""));
        assertEquals(3.9984, estimate.degrees(), 0.00005);
    }

    @Test
    void twoAgainstTwoBorrowRecordedNoise() {
        Estimate estimate =
                Estimates.of(
                                new double[] {100, 101},
                                new double[] {104, 105},
                                Optional.of(new RunNoise(0.01, 10)))
                        .orElseThrow();
        assertEquals(
                "moderated-t +3.9802 [+1.8381, +6.1673] 0.9500",
                shown(estimate).replaceAll(" p .*", ""));
        assertEquals(12, estimate.degrees());
    }

    /// t of 0.975 with 10 degrees is 2.228139; the error of the difference 0.01 times the root of
    /// 2.
    @Test
    void oneAgainstOneStandsOnRecordedNoiseAlone() {
        Estimate estimate =
                Estimates.of(
                                new double[] {100},
                                new double[] {104},
                                Optional.of(new RunNoise(0.01, 10)))
                        .orElseThrow();
        assertEquals(Math.log(1.04), estimate.shift(), 1e-12);
        assertEquals(Math.log(1.04) - 2.2281388 * 0.01 * Math.sqrt(2), estimate.low(), 1e-8);
        assertEquals(10, estimate.degrees());
    }

    @Test
    void oneAgainstManyTakesTheNoiseOnRecordOnly() {
        Estimate estimate =
                Estimates.of(new double[] {100}, AFTER, Optional.of(new RunNoise(0.01, 10)))
                        .orElseThrow();
        assertEquals(10, estimate.degrees());
        assertEquals(0.01 * Math.sqrt(1.2), estimate.errorOfMean(), 1e-12);
    }

    @Test
    void oneRunWithoutNoiseSaysNothing() {
        assertEquals(Optional.empty(), Estimates.of(new double[] {100}, AFTER, Optional.empty()));
    }

    @Test
    void theConfidenceReallyReachedIsSaid() {
        assertEquals(0.9714, confidence(4), 0.00005);
        assertEquals(0.9683, confidence(5), 0.00005);
        assertEquals(0.9567, confidence(10), 0.00005);
    }

    @Test
    void whatCanBeSeenFollowsFromNoiseAndRuns() {
        assertEquals(0.02041, detectable(5, 0.01), 0.000005);
        assertEquals(0.03082, detectable(3, 0.01), 0.000005);
        assertEquals(0.02686, detectable(10, 0.02), 0.000005);
    }

    /// Two equal sides: every pair is a tie, and the shift is nothing at all.
    @Test
    void equalValuesHaveNoShiftAndNoSpread() {
        double[] same = {7, 7, 7, 7};
        assertEquals(
                "hodges-lehmann +0.0000 [+0.0000, +0.0000] 0.9714 p 1.00000",
                shown(estimate(same, same)));
        double[] two = {7, 7};
        assertEquals(
                "welch-t +0.0000 [+0.0000, +0.0000] 0.9500 p 1.00000", shown(estimate(two, two)));
    }

    @Test
    void manyRunsUseTheNormalLimit() {
        double[] a = new double[120];
        double[] b = new double[120];
        for (int i = 0; i < 120; i++) {
            a[i] = 100 + i * 0.01;
            b[i] = 101 + i * 0.01;
        }
        Estimate estimate = estimate(a, b);
        assertEquals(EstimateMethod.HODGES_LEHMANN_NORMAL, estimate.method());
        assertEquals(0.95, estimate.confidence(), 0.001);
    }

    private static double confidence(int runs) {
        double[] values = new double[runs];
        for (int i = 0; i < runs; i++) {
            values[i] = 100 + i;
        }
        return estimate(values, values).confidence();
    }

    private static double detectable(int runs, double deviation) {
        return Estimate.detectable(deviation * Math.sqrt(2.0 / runs), 2.0 * runs - 2);
    }

    private static Estimate estimate(double[] a, double[] b) {
        return Estimates.of(a, b, Optional.empty()).orElseThrow();
    }

    private static String shown(Estimate estimate) {
        return String.format(
                Locale.ROOT,
                "%s %+.4f [%+.4f, %+.4f] %.4f p %.5f",
                estimate.method().word(),
                100 * estimate.ratio(),
                100 * estimate.lowRatio(),
                100 * estimate.highRatio(),
                estimate.confidence(),
                estimate.p());
    }
}
