package dev.llmprof.compare.metric;

import static dev.llmprof.compare.metric.SomeRuns.runs;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.compare.fact.ComparedFact;
import dev.llmprof.compare.fact.ComparedFact.Favours;
import dev.llmprof.compare.fact.FactClass;
import dev.llmprof.compare.fact.FactState;
import dev.llmprof.compare.statistic.RunNoise;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class MetricAnswersTest {
    private static final MetricRuns BEFORE = runs(100.0, 101.0, 99.5, 100.5, 100.2);
    private static final MetricRuns AFTER = runs(104.8, 105.9, 104.1, 105.2, 105.6);

    @Test
    void fivePerCentSlowerIsARegression() {
        assertEquals(MetricVerdict.REGRESSION, answer(BEFORE, AFTER).verdict());
    }

    @Test
    void theSameTheOtherWayRoundIsAnImprovement() {
        assertEquals(MetricVerdict.IMPROVED, answer(AFTER, BEFORE).verdict());
    }

    @Test
    void moreTokensPerSecondAreAnImprovement() {
        var rate = new MetricKind("decode.tokens_per_second", "tokens/s", Better.HIGHER);
        assertEquals(
                MetricVerdict.IMPROVED,
                answer(
                                runs(rate, 100.0, 101.0, 99.5, 100.5, 100.2),
                                runs(rate, 104.8, 105.9, 104.1, 105.2, 105.6))
                        .verdict());
    }

    @Test
    void anIntervalInsideTheMarginIsUnchanged() {
        assertEquals(
                MetricVerdict.UNCHANGED,
                answer(
                                runs(100.0, 100.4, 99.8, 100.1, 100.3),
                                runs(100.2, 100.5, 99.9, 100.0, 100.4))
                        .verdict());
    }

    @Test
    void threeNoisyRunsSayHowManyWouldDecide() {
        MetricAnswer answer = answer(runs(100, 103, 98), runs(102, 106, 101));
        assertEquals(MetricVerdict.INCONCLUSIVE, answer.verdict());
        assertEquals(OptionalInt.of(9), answer.runsNeeded());
    }

    @Test
    void recordedNoiseDecidesWithTwoRuns() {
        MetricRuns known =
                new MetricRuns(
                        SomeRuns.STEP_TIME,
                        runs(100, 101).runs(),
                        Optional.of(new RunNoise(0.01, 10)));
        assertEquals(MetricVerdict.REGRESSION, answer(known, runs(104, 105)).verdict());
    }

    /// Each has p 2/252; of seven metrics that would be 0.056, of six measurements it is 0.048.
    @Test
    void aTimeAndItsRateAreOneMeasurement() {
        double[] before = {100.0, 101.0, 99.5, 100.5, 100.2};
        double[] after = {104.8, 105.9, 104.1, 105.2, 105.6};
        var rate = new MetricKind("decode.tokens_per_second", "tokens/s", Better.HIGHER);
        List<MetricAnswers.Pair> pairs = new ArrayList<>();
        for (int metric = 0; metric < 6; metric++) {
            var kind = new MetricKind("time_" + metric, "ms", Better.LOWER);
            pairs.add(new MetricAnswers.Pair(runs(kind, before), runs(kind, after)));
        }
        pairs.add(new MetricAnswers.Pair(runs(rate, rates(before)), runs(rate, rates(after))));
        MetricAnswer last = MetricAnswers.of(pairs, GateRules.DEFAULT, List.of()).getLast();
        assertEquals(6 * 2 / 252.0, last.holm(), 1e-12);
        assertEquals(MetricVerdict.REGRESSION, last.gating());
    }

    private static double[] rates(double... times) {
        return Arrays.stream(times).map(time -> 24_000 / time).toArray();
    }

    @Test
    void oneRunWithoutNoiseDecidesNothing() {
        MetricAnswer answer = answer(runs(100), runs(200));
        assertEquals(MetricVerdict.INCONCLUSIVE, answer.verdict());
        assertEquals(List.of(new Doubt.NoiseUnknown()), answer.doubts());
    }

    /// 5 % of 20 µs is 1 µs: below the floor of 2 µs, which is 10 % here.
    @Test
    void aChangeBelowTheFloorIsNoChange() {
        var micros = new MetricKind("step", "us", Better.LOWER);
        assertEquals(
                MetricVerdict.UNCHANGED,
                answer(
                                runs(micros, 20.0, 20.2, 19.9, 20.1, 20.04),
                                runs(micros, 20.96, 21.18, 20.82, 21.04, 21.12))
                        .verdict());
    }

    @Test
    void theFloorIsForTimesOnly() {
        var tokens = new MetricKind("tokens", "tokens", Better.LOWER);
        assertEquals(
                MetricVerdict.REGRESSION,
                answer(
                                runs(tokens, 0.0200, 0.0202, 0.0199, 0.0201, 0.02004),
                                runs(tokens, 0.02096, 0.02118, 0.02082, 0.02104, 0.02112))
                        .verdict());
    }

    /// +2.002 % with it, which is above the margin, +1.90 % without.
    @Test
    void aRunThatDecidesAloneMakesItInconclusive() {
        MetricAnswer answer =
                answer(
                        runs(100.0, 100.2, 100.4, 100.6, 100.8, 101.0, 90.0),
                        runs(101.9, 102.1, 102.31, 102.51, 102.72, 102.92, 102.41));
        assertEquals(MetricVerdict.INCONCLUSIVE, answer.verdict());
        assertEquals(
                List.of(
                        new Doubt.OneRunDecides(
                                new NamedRun("A", new RunValue("7", 90.0)),
                                MetricVerdict.INCONCLUSIVE)),
                answer.doubts());
    }

    @Test
    void aFarRunThatChangesNothingIsOnlyNamed() {
        MetricAnswer answer =
                answer(
                        runs(100.0, 100.2, 100.4, 100.6, 100.8, 101.0, 90.0),
                        runs(105.9, 106.1, 106.31, 106.51, 106.72, 106.92, 106.41));
        assertEquals(List.of("A"), answer.outliers().stream().map(NamedRun::side).toList());
        assertEquals(MetricVerdict.REGRESSION, answer.verdict());
    }

    @Test
    void runsThatDriftAreInconclusive() {
        MetricRuns drifting = started(100.0, 100.1, 100.2, 100.3, 100.4, 100.5);
        MetricAnswer answer = answer(drifting, started(110.3, 110.1, 110.5, 110.0, 110.4, 110.2));
        assertEquals(MetricVerdict.INCONCLUSIVE, answer.verdict());
        assertEquals(List.of(new Doubt.Drifts("A")), answer.doubts());
    }

    @Test
    void aTableWithoutStartTimesNeverDrifts() {
        MetricRuns rising = runs(100.0, 100.1, 100.2, 100.3, 100.4, 100.5);
        assertEquals(
                MetricVerdict.REGRESSION,
                answer(rising, runs(110.3, 110.1, 110.5, 110.0, 110.4, 110.2)).verdict());
    }

    @Test
    void aConditionThatExplainsTheFindingMakesItInconclusive() {
        var power =
                new ComparedFact(
                        "power limit",
                        FactClass.SHOULD,
                        FactState.DIFFERENT,
                        "700 W",
                        "400 W",
                        Favours.SLOWER);
        var pairs = List.of(new MetricAnswers.Pair(BEFORE, AFTER));
        MetricAnswer answer = MetricAnswers.of(pairs, GateRules.DEFAULT, List.of(power)).getFirst();
        assertEquals(List.of(new Doubt.ConditionFavours("power limit")), answer.doubts());
        assertEquals(MetricVerdict.INCONCLUSIVE, answer.verdict());
        var swapped = List.of(new MetricAnswers.Pair(AFTER, BEFORE));
        assertEquals(
                MetricVerdict.IMPROVED,
                MetricAnswers.of(swapped, GateRules.DEFAULT, List.of(power)).getFirst().verdict());
    }

    /// p of one is 0.0079; the ninth of nine equal ones is 0.071 after the correction.
    @Test
    void aRegressionHasToHoldAmongAllMetrics() {
        List<MetricAnswers.Pair> pairs = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            pairs.add(new MetricAnswers.Pair(BEFORE, AFTER));
        }
        MetricAnswer answer = MetricAnswers.of(pairs, GateRules.DEFAULT, List.of()).getFirst();
        assertEquals(9 * 2.0 / 252, answer.holm(), 1e-12);
        assertEquals(MetricVerdict.REGRESSION, answer.verdict());
        assertEquals(MetricVerdict.INCONCLUSIVE, answer.gating());
        assertTrue(answer.runsNeeded().getAsInt() >= 6);
    }

    private static MetricAnswer answer(MetricRuns a, MetricRuns b) {
        return MetricAnswers.of(List.of(new MetricAnswers.Pair(a, b)), GateRules.DEFAULT, List.of())
                .getFirst();
    }

    private static MetricRuns started(double... values) {
        List<RunValue> runs = new ArrayList<>();
        for (double value : values) {
            Instant began = Instant.EPOCH.plusSeconds(runs.size());
            runs.add(new RunValue("" + runs.size(), value, Optional.of(began), 1, 0));
        }
        return new MetricRuns(SomeRuns.STEP_TIME, runs, Optional.empty());
    }
}
