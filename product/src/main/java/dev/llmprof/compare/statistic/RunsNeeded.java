package dev.llmprof.compare.statistic;

import java.util.OptionalInt;

/// How many runs per side would decide a comparison, if the estimate and the noise stay as they
/// are.
public final class RunsNeeded {
    public static final int MOST = 1_000;
    private static final int FEWEST = 4;

    private RunsNeeded() {}

    /// Empty where even [#MOST] would not.
    public static OptionalInt of(Estimate estimate, int aRuns, int bRuns, Wanted wanted) {
        // What the interval stands for, so that one far run counts no more here than it did there.
        double deviation =
                (estimate.high() - estimate.low())
                        / 2
                        / StudentT.quantile((1 + estimate.confidence()) / 2, estimate.degrees())
                        / Math.sqrt(1.0 / aRuns + 1.0 / bRuns);
        double distance =
                Math.abs(estimate.shift()) >= wanted.margin()
                        ? Math.abs(estimate.shift())
                        : wanted.margin() - Math.abs(estimate.shift());
        for (int runs = FEWEST; runs <= MOST; runs++) {
            double half =
                    deviation
                            * Math.sqrt(2.0 / runs)
                            * StudentT.quantile(1 - wanted.level() / 2, 2.0 * runs - 2);
            if (half < distance && smallestP(runs) <= wanted.level()) {
                return OptionalInt.of(runs);
            }
        }
        return OptionalInt.empty();
    }

    /// What decides: the margin on logarithms, and the level that p must come below.
    public record Wanted(double margin, double level) {}

    /// All runs of one side before all of the other.
    private static double smallestP(int runs) {
        double p = 2;
        for (int i = 1; i <= runs; i++) {
            p *= (double) i / (runs + i);
        }
        return p;
    }
}
