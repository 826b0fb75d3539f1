package dev.llmprof.analysis.overhead;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.conditions.RunConditions;
import dev.llmprof.trace.TimedRequest;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ProfilingOverheadTest {
    /// Bare: 100 ms prefill, 10 tokens in 50 ms. Under torch 110 ms, and 5 tokens in 40 ms: 8 ms a
    /// token in place of 5.
    @Test
    void eachPhaseIsHeldAgainstTheSameWithoutAProfiler() {
        List<PhaseOverhead> phases =
                overhead(
                                Map.of(
                                        "bare",
                                        List.of(request(100, 50, 120, 11)),
                                        "torch",
                                        List.of(request(110, 40, 120, 6))))
                        .phases();

        assertEquals(
                List.of(
                        new PhaseOverhead(
                                "torch",
                                "prefill",
                                1,
                                110e6,
                                1,
                                OptionalDouble.of(100e6),
                                OptionalDouble.empty()),
                        new PhaseOverhead(
                                "torch",
                                "decode",
                                1,
                                8e6,
                                1,
                                OptionalDouble.of(5e6),
                                OptionalDouble.empty())),
                phases);
        assertEquals(.1, phases.getFirst().share().getAsDouble(), 1e-12);
        assertEquals(.6, phases.getLast().share().getAsDouble(), 1e-12);
    }

    @Test
    void aPromptOfAnotherLengthIsNoMeasureAndIsNotTaken() {
        PhaseOverhead prefill =
                overhead(
                                Map.of(
                                        "bare",
                                        List.of(request(100, 0, 999, 1)),
                                        "nsys",
                                        List.of(request(110, 0, 120, 1))))
                        .phases()
                        .getFirst();

        assertEquals(OptionalDouble.empty(), prefill.share());
        assertEquals(0, prefill.bareRequests());
    }

    /// Medians 100 and 120 ms; half of the requests lie 10 ms beside them.
    @Test
    void theUncertaintyComesFromHowMuchRequestsDiffer() {
        PhaseOverhead prefill =
                overhead(
                                Map.of(
                                        "bare",
                                        List.of(
                                                request(90, 0, 8, 1),
                                                request(100, 0, 8, 1),
                                                request(110, 0, 8, 1),
                                                request(100, 0, 8, 1)),
                                        "nsys",
                                        List.of(
                                                request(108, 0, 8, 1),
                                                request(120, 0, 8, 1),
                                                request(132, 0, 8, 1),
                                                request(120, 0, 8, 1))))
                        .phases()
                        .getFirst();

        assertEquals(.2, prefill.share().getAsDouble(), 1e-12);
        assertEquals(
                1.2 * Math.hypot(.05 / 2, .05 / 2), prefill.uncertainty().getAsDouble(), 1e-12);
    }

    @Test
    void aColdRequestIsLeftOutWhereThereAreOthers() {
        TimedRequest cold =
                new TimedRequest(OptionalLong.empty(), false, true, 900_000_000, 0, 8, 1, 1);
        PhaseOverhead prefill =
                overhead(
                                Map.of(
                                        "bare",
                                        List.of(cold, request(100, 0, 8, 1)),
                                        "torch",
                                        List.of(request(150, 0, 8, 1))))
                        .phases()
                        .getFirst();

        assertEquals(.5, prefill.share().getAsDouble(), 1e-12);
    }

    private static ProfilingOverhead overhead(Map<String, List<TimedRequest>> requests) {
        return ProfilingOverhead.of(new TreeMap<>(requests), List.of(), RunConditions.NONE);
    }

    private static TimedRequest request(
            long prefillMillis, long decodeMillis, long prompt, long tokens) {
        return new TimedRequest(
                OptionalLong.empty(),
                false,
                false,
                prefillMillis * 1_000_000,
                decodeMillis * 1_000_000,
                prompt,
                tokens,
                1);
    }
}
