package dev.llmprof.compare.statistic;

import java.util.Arrays;
import java.util.Optional;

/// Estimates of the shift between two sides, on the logarithms of run values.
public final class Estimates {
    /// From so many on, order statistics need no assumption about the noise.
    private static final int ENOUGH = 4;

    private Estimates() {}

    /// Empty where one side has a single run and no noise is on record: nothing can be said then.
    public static Optional<Estimate> of(double[] a, double[] b, Optional<RunNoise> noise) {
        double[] logsA = Samples.logs(a);
        double[] logsB = Samples.logs(b);
        int fewer = Math.min(a.length, b.length);
        if (fewer >= ENOUGH) {
            return Optional.of(hodgesLehmann(logsA, logsB));
        }
        if (noise.isPresent()) {
            return Optional.of(moderated(logsA, logsB, noise.get()));
        }
        return fewer >= 2 ? Optional.of(welch(logsA, logsB)) : Optional.empty();
    }

    private static Estimate hodgesLehmann(double[] a, double[] b) {
        double[] differences =
                Arrays.stream(a).flatMap(x -> Arrays.stream(b).map(y -> y - x)).sorted().toArray();
        MannWhitney distribution = MannWhitney.of(a.length, b.length);
        int critical = distribution.critical(Estimate.TAIL);
        int degrees = a.length + b.length - 2;
        double deviation = Math.sqrt((Samples.squares(a) + Samples.squares(b)) / degrees);
        return new Estimate(
                MannWhitney.isExact(a.length, b.length)
                        ? EstimateMethod.HODGES_LEHMANN
                        : EstimateMethod.HODGES_LEHMANN_NORMAL,
                Samples.medianSorted(differences),
                differences[critical + 1],
                differences[differences.length - 2 - critical],
                1 - 2 * distribution.below(critical),
                distribution.twoSided(wins(differences)),
                deviation * errorFactor(a.length, b.length),
                degrees);
    }

    /// How many pairs B wins; a tie counts half.
    private static double wins(double[] differences) {
        return Arrays.stream(differences).map(each -> each > 0 ? 1 : each == 0 ? 0.5 : 0).sum();
    }

    /// With one run on a side the other's runs add nothing to the noise on record: they may be the
    /// very runs it was measured with.
    private static Estimate moderated(double[] a, double[] b, RunNoise noise) {
        boolean single = Math.min(a.length, b.length) == 1;
        double own = single ? 0 : a.length + b.length - 2.0;
        double squares = single ? 0 : Samples.squares(a) + Samples.squares(b);
        double degrees = noise.degrees() + own;
        double recorded = noise.degrees() * noise.deviation() * noise.deviation();
        double deviation = Math.sqrt((recorded + squares) / degrees);
        double error = deviation * errorFactor(a.length, b.length);
        return student(EstimateMethod.MODERATED_T, shift(a, b), error, degrees);
    }

    private static Estimate welch(double[] a, double[] b) {
        double partA = Samples.squares(a) / (a.length - 1) / a.length;
        double partB = Samples.squares(b) / (b.length - 1) / b.length;
        double sum = partA + partB;
        // Two sides without any spread have no degrees of their own.
        double degrees =
                sum == 0
                        ? a.length + b.length - 2.0
                        : sum
                                * sum
                                / (partA * partA / (a.length - 1) + partB * partB / (b.length - 1));
        return student(EstimateMethod.WELCH_T, shift(a, b), Math.sqrt(sum), degrees);
    }

    private static Estimate student(
            EstimateMethod method, double shift, double error, double degrees) {
        double half = error * StudentT.quantile(1 - Estimate.TAIL, degrees);
        double p = shift == 0 ? 1 : StudentT.twoSided(shift / error, degrees);
        return new Estimate(
                method,
                shift,
                shift - half,
                shift + half,
                1 - 2 * Estimate.TAIL,
                p,
                error,
                degrees);
    }

    private static double shift(double[] a, double[] b) {
        return Samples.mean(b) - Samples.mean(a);
    }

    private static double errorFactor(int n, int m) {
        return Math.sqrt(1.0 / n + 1.0 / m);
    }
}
