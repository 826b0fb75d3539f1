package dev.llmprof.compare.statistic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudentTTest {

    /// With one degree it is Cauchy's, with two it has a closed form: both know every digit.
    @Test
    void agreesWithTheClosedForms() {
        assertEquals(Math.tan(Math.PI * 0.475), StudentT.quantile(0.975, 1), 1e-10);
        double u = 2 * 0.975 - 1;
        assertEquals(u * Math.sqrt(2 / (1 - u * u)), StudentT.quantile(0.975, 2), 1e-12);
        assertEquals(1 - 2 * Math.atan(3) / Math.PI, StudentT.twoSided(3, 1), 1e-14);
    }

    /// Computed with mpmath's incomplete beta function, 40 digits, by bisection.
    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    0.8, 1, 1.376381920471173942
                    0.8, 1.5, 1.153364378295468934
                    0.8, 3.9984, 0.9410082396811240327
                    0.8, 8, 0.88888951776701997126
                    0.8, 12, 0.87260929158813811038
                    0.8, 38, 0.85118275646794604031
                    0.8, 1998, 0.84180117092304486901
                    0.975, 1, 12.706204736174693314
                    0.975, 1.5, 6.0166631044279282546
                    0.975, 3.9984, 2.7768833252414343586
                    0.975, 8, 2.3060041352041661143
                    0.975, 12, 2.1788128296672283703
                    0.975, 38, 2.0243941639119692316
                    0.975, 1998, 1.9611520148367055075
                    0.9998, 1, 1591.5492214796128901
                    0.9998, 1.5, 152.61470171672277262
                    0.9998, 3.9984, 10.921495439647882693
                    0.9998, 8, 5.8112578541890745821
                    0.9998, 12, 4.8474010344660519209
                    0.9998, 38, 3.8820968836091076096
                    0.9998, 1998, 3.5460870750586452343
                    """)
    void quantilesAgreeWithFortyDigits(double probability, double degrees, double expected) {
        assertEquals(expected, StudentT.quantile(probability, degrees), 4e-15 * expected);
    }

    /// As above, without bisection.
    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    0.01, 1, 0.99363401447018348957
                    0.01, 3.9984, 0.99250033855723258866
                    0.01, 12, 0.9921856149885035756
                    0.01, 1998, 0.9920222857121998641
                    2, 1, 0.29516723530086654835
                    2, 3.9984, 0.11614473331602166999
                    2, 12, 0.0686550140380859375
                    2, 1998, 0.045635408488259655974
                    8, 1, 0.079166848321131084022
                    8, 3.9984, 0.001326121684921490306
                    8, 12, 3.7598982247502572831e-6
                    8, 1998, 2.0874942211244828455e-15
                    60, 1, 0.010609347265246541087
                    60, 3.9984, 4.6433931989171932918e-7
                    60, 12, 3.0376121339140454061e-16
                    60, 1998, 2.2769836481958720921e-449
                    """)
    void tailsAgreeWithFortyDigits(double t, double degrees, double expected) {
        assertEquals(expected, StudentT.twoSided(t, degrees), 2e-14 * expected);
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
