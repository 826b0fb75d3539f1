package dev.llmprof.compare.statistic;

/// Recorded run-to-run noise of a metric: the standard deviation of logarithms, and the degrees of
/// freedom it was measured with.
public record RunNoise(double deviation, double degrees) {
    public RunNoise {
        if (!(deviation >= 0) || !(degrees > 0) || Double.isInfinite(deviation + degrees)) {
            throw new IllegalArgumentException(deviation + " with " + degrees);
        }
    }

    /// What some runs of one unchanged program say: two at least.
    public static RunNoise of(double[] values) {
        double[] logs = Samples.logs(values);
        return new RunNoise(Math.sqrt(Samples.squares(logs) / (logs.length - 1)), logs.length - 1);
    }
}
