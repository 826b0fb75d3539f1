package dev.llmprof.analysis.conditions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.trace.conditions.GpuSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class EnergyTest {
    private static final long SECOND = 1_000_000_000L;

    /// 100 W for 2 s; the meter may be off by 5 W.
    @Test
    void aSteadyPowerTimesItsTime() {
        assertEquals(
                Optional.of(new Energy(200, 10)),
                Energy.ofGpu(series(100, 100, 100, 100, 100), span(1, 3)));
    }

    /// From 100 W at 1 s to 200 W at 2 s; half of it lies in the span: 100 to 150 W over 0.5 s. The
    /// power swings by 100 W around it, for at most the 0.5 s that it is long.
    @Test
    void betweenSamplesThePowerGoesStraight() {
        assertEquals(
                Optional.of(new Energy(62.5, 52.5)),
                Energy.ofGpu(series(100, 100, 200, 200, 200), span(1, 1.5)));
    }

    @Test
    void oneSampleIsNoEnergy() {
        assertEquals(Optional.empty(), Energy.ofGpu(series(100), span(0, 1)));
    }

    @Test
    void withoutASampleNearItNothingIsKnown() {
        assertEquals(Optional.empty(), Energy.ofGpu(series(100, 100), span(10, 11)));
    }

    private static WorkSpan span(double from, double to) {
        return new WorkSpan(
                "nsys", "nsys", "decode", (long) (from * SECOND), (long) (to * SECOND), 10);
    }

    private static List<GpuSample> series(double... watts) {
        List<GpuSample> samples = new ArrayList<>();
        for (double each : watts) {
            samples.add(
                    new GpuSample(
                            samples.size() * SECOND,
                            0,
                            OptionalDouble.of(each),
                            OptionalDouble.empty(),
                            OptionalDouble.empty(),
                            OptionalDouble.empty(),
                            OptionalDouble.empty(),
                            OptionalDouble.empty(),
                            OptionalDouble.empty(),
                            OptionalDouble.empty(),
                            0));
        }
        return samples;
    }
}
