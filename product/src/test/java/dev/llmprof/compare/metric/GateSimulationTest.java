package dev.llmprof.compare.metric;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Two thousand comparisons of five runs a side, by a fixed seed.
class GateSimulationTest {
    private static final int COMPARISONS = 2_000;

    @Test
    void identicalProgramsAreHardlyEverCalledSlower() {
        assertTrue(regressions(0, 0.01) <= COMPARISONS / 100);
    }

    @Test
    void fivePerCentAreFound() {
        assertTrue(regressions(0.05, 0.01) >= COMPARISONS * 99 / 100);
    }

    private static int regressions(double slower, double noise) {
        var random = new Random(20261116);
        int found = 0;
        for (int i = 0; i < COMPARISONS; i++) {
            var pair =
                    new MetricAnswers.Pair(
                            runs(random, 100, noise), runs(random, 100 * (1 + slower), noise));
            MetricAnswer answer =
                    MetricAnswers.of(List.of(pair), GateRules.DEFAULT, List.of()).getFirst();
            found += answer.gating() == MetricVerdict.REGRESSION ? 1 : 0;
        }
        return found;
    }

    private static MetricRuns runs(Random random, double level, double noise) {
        double[] values = new double[5];
        for (int i = 0; i < values.length; i++) {
            values[i] = level * Math.exp(noise * random.nextGaussian());
        }
        return SomeRuns.runs(values);
    }
}
