package dev.llmprof.analysis.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.workload.TimeBasis;
import dev.llmprof.analysis.workload.Timings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// One request of 273 prompt tokens and 32 new ones, worked by hand.
class PredictionsTest {
    private static final Timings.State BARE = Timings.State.BARE;
    private static final PaperCosts PAPER =
            new PaperCosts(
                    "tiny",
                    "causal",
                    "host",
                    "fp32",
                    1e11,
                    2e10,
                    new TreeMap<>(Map.of("fp32", 1e11)),
                    1,
                    273,
                    32,
                    List.of(
                            row("prefill", "", 1e9, 1e8, 1e7, Prediction.Bound.COMPUTE),
                            row("decode", "", 1e8, 3.2e9, 1.6e8, Prediction.Bound.MEMORY)),
                    List.of(
                            row("decode", "linear", 5e7, 2e9, 1e8, Prediction.Bound.MEMORY),
                            row("decode", "experts", 5e7, 1.2e9, 6e7, Prediction.Bound.MEMORY)));

    @Test
    void visionIsTakenOutOfPrefill() {
        Prediction prediction = predicted(timings(33));
        assertEquals(Optional.of(2.2e7), prediction.phases().getFirst().measuredNanos());
        assertEquals(1.2e7, prediction.phases().getFirst().excessNanos());
    }

    @Test
    void theRequestThatWasProfiledIsTheOneHeldAgainstItsBound() {
        var other = new Timings.Request("b.png", 1_000_000, 0, Map.of(), 1_000_000, 5, 2, 1, BARE);
        var two = new Timings(List.of(timings(33).representative().orElseThrow(), other));
        Prediction prediction =
                Predictions.of(ComparedWork.of(PAPER), Optional.empty(), Optional.of(two));
        assertEquals(Optional.of(2.2e7), prediction.phases().getFirst().measuredNanos());
        assertEquals(Optional.of(6.4e8), prediction.phases().get(1).measuredNanos());
    }

    @Test
    void eachDecodeStepServesEverySequence() {
        var four =
                new Timings.Request("a", 63_000_000, 0, Map.of(), 640_000_000, 1092, 132, 4, BARE);
        Prediction prediction =
                Predictions.of(
                        ComparedWork.of(PAPER),
                        Optional.empty(),
                        Optional.of(new Timings(List.of(four))));
        assertEquals(1.6e8, prediction.phases().get(1).boundNanos());
    }

    @Test
    void visionStagesAreMeasuredByTheWorkloadsOwnClock() {
        var paper =
                new PaperCosts(
                        "tiny",
                        "causal",
                        "host",
                        "fp32",
                        1e11,
                        2e10,
                        new TreeMap<>(),
                        1,
                        273,
                        32,
                        List.of(row("sam", "", 1e9, 1e8, 1e7, Prediction.Bound.COMPUTE)),
                        List.of());
        Prediction prediction =
                Predictions.of(ComparedWork.of(paper), Optional.empty(), Optional.of(timings(33)));
        assertEquals(Optional.of(4e7), prediction.phases().getFirst().measuredNanos());
    }

    @Test
    void aRequestThatStopsEarlyCostsLess() {
        Prediction prediction = predicted(timings(17));
        Prediction.Part decode = prediction.phases().get(1);
        assertEquals(8e7, decode.boundNanos());
        assertEquals(1.6e9, decode.bytes());
    }

    @Test
    void classesAddUpInTheTraceWhateverThePhaseTookWithoutTheProfiler() {
        Prediction prediction =
                new Prediction(
                        "tiny",
                        "host",
                        "causal",
                        1e11,
                        "fp32",
                        2e10,
                        new TreeMap<>(),
                        "",
                        List.of(
                                part(
                                        "",
                                        4.78e9,
                                        TimeBasis.median(TimeBasis.BARE, 3, "warm request")),
                                part(
                                        "matrix products",
                                        4.97e9,
                                        TimeBasis.median(TimeBasis.TORCH, 1, "request")),
                                part(
                                        "attention",
                                        .03e9,
                                        TimeBasis.median(TimeBasis.TORCH, 1, "request"))),
                        List.of(),
                        Optional.empty());
        assertEquals(
                List.of(
                        new Prediction.Part(
                                "decode",
                                "all classes",
                                2,
                                2,
                                2,
                                2,
                                Prediction.Bound.MEMORY,
                                Optional.of(5e9),
                                TimeBasis.median(TimeBasis.TORCH, 1, "request"))),
                prediction.totals());
    }

    @Test
    void aPhaseOfTheWorkloadsOwnClockSaysSo() {
        Prediction prediction = predicted(timings(33));
        assertEquals(
                List.of(
                        TimeBasis.median(TimeBasis.BARE, 1, "warm request"),
                        TimeBasis.median(TimeBasis.BARE, 1, "warm request")),
                prediction.phases().stream().map(Prediction.Part::time).toList());
    }

    private static Prediction.Part part(String operators, double nanos, TimeBasis time) {
        return new Prediction.Part(
                "decode", operators, 1, 1, 1, 1, Prediction.Bound.MEMORY, Optional.of(nanos), time);
    }

    @Test
    void belowItsBoundIsOurError() {
        var part =
                new Prediction.Part(
                        "decode",
                        "",
                        1,
                        1,
                        1,
                        100,
                        Prediction.Bound.MEMORY,
                        Optional.of(99.0),
                        TimeBasis.median(TimeBasis.TORCH, 1, "request"));
        assertTrue(part.impossible());
    }

    @Test
    void expertsAndLinearLayersAreMatrixProducts() {
        assertEquals(OperatorClass.MATRIX, OperatorClass.ofKind("experts"));
        assertEquals(OperatorClass.MATRIX, OperatorClass.ofOperator("aten::addmm"));
        assertEquals(OperatorClass.MATRIX, OperatorClass.ofOperator("vllm::moe_forward"));
        assertEquals(
                OperatorClass.ATTENTION,
                OperatorClass.ofOperator("aten::_scaled_dot_product_flash_attention_for_cpu"));
        assertEquals(
                OperatorClass.CONVOLUTION, OperatorClass.ofOperator("aten::mkldnn_convolution"));
        assertEquals(OperatorClass.NORM, OperatorClass.ofOperator("aten::native_layer_norm"));
        assertEquals(OperatorClass.OTHER, OperatorClass.ofOperator("aten::mul"));
    }

    private static Prediction predicted(Timings timings) {
        Optional<Timings> timed = Optional.of(timings);
        return Predictions.of(ComparedWork.of(PAPER), Optional.empty(), timed);
    }

    private static Timings timings(long tokens) {
        return new Timings(
                List.of(
                        new Timings.Request(
                                "a.png",
                                63_000_000,
                                41_000_000,
                                Map.of("sam", 40_000_000L, "clip", 1_000_000L),
                                640_000_000,
                                273,
                                tokens,
                                1,
                                BARE)));
    }

    private static PaperCosts.Row row(
            String phase,
            String kind,
            double flops,
            double bytes,
            double nanos,
            Prediction.Bound bound) {
        return new PaperCosts.Row(
                phase, kind, kind, 1, List.of(), flops, flops, bytes, nanos, bound);
    }
}
