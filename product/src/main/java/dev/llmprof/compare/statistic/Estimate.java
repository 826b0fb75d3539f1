package dev.llmprof.compare.statistic;

/// By how much B differs from A: a shift of logarithms with its interval, the confidence really
/// reached, and what a comparison like this can see.
///
/// @param errorOfMean the standard error of the shift, by the normal formula
/// @param degrees its degrees of freedom
public record Estimate(
        EstimateMethod method,
        double shift,
        double low,
        double high,
        double confidence,
        double p,
        double errorOfMean,
        double degrees) {
    private static final double POWER = 0.8;
    static final double TAIL = 0.025;

    /// The ratio of B to A minus 1.
    public double ratio() {
        return Math.expm1(shift);
    }

    public double lowRatio() {
        return Math.expm1(low);
    }

    public double highRatio() {
        return Math.expm1(high);
    }

    /// The smallest change that such a comparison finds in four of five cases, as ratio minus 1.
    public double detectable() {
        return detectable(errorOfMean, degrees);
    }

    static double detectable(double errorOfMean, double degrees) {
        return Math.expm1(
                errorOfMean
                        * (StudentT.quantile(1 - TAIL, degrees)
                                + StudentT.quantile(POWER, degrees)));
    }

    public boolean isWithin(double margin) {
        return low > -margin && high < margin;
    }

    /// Whether the interval lies on one side of no change.
    public boolean excludesZero() {
        return low > 0 || high < 0;
    }
}
