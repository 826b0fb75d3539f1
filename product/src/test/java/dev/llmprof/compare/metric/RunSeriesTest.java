package dev.llmprof.compare.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunSeriesTest {

    @Test
    void slowStepsAtTheBeginningDoNotCount() {
        List<Double> steps = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            steps.add(i < 10 ? 200.0 - i : 100 + i % 3);
        }
        RunValue value = series(steps);
        assertEquals(10, value.dropped());
        assertEquals(30, value.steps());
        assertEquals(101, value.value());
    }

    @Test
    void steadyStepsAllCount() {
        List<Double> steps = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            steps.add(100.0 + i % 5);
        }
        assertEquals(0, series(steps).dropped());
    }

    @Test
    void noMoreThanHalfIsDropped() {
        List<Double> steps = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            steps.add(1000.0 - 20 * i);
        }
        assertEquals(20, series(steps).dropped());
    }

    @Test
    void fewStepsAllCount() {
        assertEquals(new RunValue("1", 2, Optional.empty(), 3, 0), series(List.of(9.0, 2.0, 1.0)));
    }

    /// Tokens of 2 and of 4 seconds: the middle is 3 seconds, not the mean of the rates.
    @Test
    void aRateIsThatOfTheMedianTime() {
        var rate = new MetricKind("decode.tokens_per_second", "tokens/s", Better.HIGHER);
        RunValue value = new RunSeries(rate, List.of(0.5, 0.25)).of("1", Optional.empty());
        assertEquals(1 / 3.0, value.value(), 1e-15);
    }

    private static RunValue series(List<Double> steps) {
        return new RunSeries(SomeRuns.STEP_TIME, steps).of("1", Optional.empty());
    }
}
