package dev.llmprof.compare.statistic;

/// Student's t distribution with any positive number of degrees of freedom.
final class StudentT {
    private static final double TINY = 1e-300;
    private static final double CLOSE = 1e-16;
    private static final int MOST_TERMS = 10_000;

    /// Lanczos's coefficients for g = 7, n = 9 (Godfrey 2001): 15 digits.
    private static final double[] LANCZOS = {
        0.9999999999998099,
        676.5203681218851,
        -1259.1392167224028,
        771.3234287776531,
        -176.6150291621406,
        12.507343278686905,
        -0.13857109526572012,
        9.984369578019572e-6,
        1.5056327351493116e-7
    };

    private StudentT() {}

    /// How often |T| is at least as large.
    static double twoSided(double t, double degrees) {
        return incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5);
    }

    /// The value that T stays below with this probability, 0.5 or more.
    static double quantile(double probability, double degrees) {
        double outside = 2 * (1 - probability);
        double low = 0;
        double high = 1;
        while (twoSided(high, degrees) > outside && high < 1e15) {
            high *= 2;
        }
        for (int i = 0; i < 200 && high - low > CLOSE * high; i++) {
            double middle = (low + high) / 2;
            if (twoSided(middle, degrees) > outside) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    /// The regularised incomplete beta function, by its continued fraction (DLMF 8.17.22).
    private static double incompleteBeta(double x, double a, double b) {
        if (x <= 0) {
            return 0;
        }
        if (x >= 1) {
            return 1;
        }
        double front =
                Math.exp(
                        logGamma(a + b)
                                - logGamma(a)
                                - logGamma(b)
                                + a * Math.log(x)
                                + b * Math.log1p(-x));
        // The fraction converges fast on one side of the mean only.
        return x < (a + 1) / (a + b + 2)
                ? front * fraction(x, a, b) / a
                : 1 - front * fraction(1 - x, b, a) / b;
    }

    /// Lentz's way to evaluate it.
    private static double fraction(double x, double a, double b) {
        double c = 1;
        double d = 1 / away(1 - (a + b) * x / (a + 1));
        double result = d;
        for (int m = 1; m < MOST_TERMS; m++) {
            double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = 1 / away(1 + even * d);
            c = away(1 + even / c);
            result *= d * c;
            double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
            d = 1 / away(1 + odd * d);
            c = away(1 + odd / c);
            result *= d * c;
            if (Math.abs(d * c - 1) < CLOSE) {
                break;
            }
        }
        return result;
    }

    private static double away(double value) {
        return Math.abs(value) < TINY ? TINY : value;
    }

    private static double logGamma(double x) {
        if (x < 0.5) {
            return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
        }
        double base = x - 1;
        double sum = LANCZOS[0];
        for (int i = 1; i < LANCZOS.length; i++) {
            sum += LANCZOS[i] / (base + i);
        }
        double t = base + 7.5;
        return 0.5 * Math.log(2 * Math.PI) + (base + 0.5) * Math.log(t) - t + Math.log(sum);
    }
}
