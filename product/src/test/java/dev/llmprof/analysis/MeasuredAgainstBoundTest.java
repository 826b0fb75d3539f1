package dev.llmprof.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.model.Costs;
import dev.llmprof.model.Counting;
import dev.llmprof.model.Format;
import dev.llmprof.model.Images;
import dev.llmprof.model.Model;
import dev.llmprof.model.Operator.Linear;
import dev.llmprof.model.Parallel;
import dev.llmprof.model.Precision;
import dev.llmprof.model.Presets;
import dev.llmprof.model.Request;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Published measurements must not beat our bounds, and good ones come near.
class MeasuredAgainstBoundTest {

    @Test
    void tunedDecodingOnAnA100ComesNearTheBoundAndNeverBeatsIt() {
        assertReached(0.45, 0.90, 104.9, "llama-2-7b", Format.BF16, 1);
        assertReached(0.40, 0.90, 155.58, "llama-2-7b", Format.INT8, 1);
        assertReached(0.40, 0.90, 196.80, "llama-2-7b", Format.INT4_G32, 1);
        assertReached(0.45, 0.90, 93.89, "llama-3.1-8b", Format.BF16, 1);
        assertReached(0.45, 0.90, 137.64, "llama-3.1-8b", Format.INT8, 1);
        assertReached(0.35, 0.90, 149.10, "llama-3.1-8b", Format.BF16, 2);
        assertReached(0.35, 0.90, 217.21, "llama-3.1-8b", Format.BF16, 4);
        assertReached(0.20, 0.90, 276.01, "llama-3.1-8b", Format.BF16, 8);
        assertReached(0.45, 0.90, 58.78, "llama-3.1-70b", Format.BF16, 8);
        assertReached(0.45, 0.90, 97.92, "mixtral-8x7b", Format.INT8, 1);
    }

    @Test
    void aWholeRunOnAnH200TakesLongerThanItsBound() {
        Model model = Presets.find("llama-3.1-8b").orElseThrow();
        double bound =
                device(
                                model,
                                new Request(8, 32, 128, Images.NONE),
                                Precision.BF16,
                                1,
                                "h200-sxm-141gb")
                        .requestSeconds();
        assertTrue(bound < 0.8334, bound + " s");
        assertTrue(bound > 0.4 * 0.8334, bound + " s");
    }

    @Test
    void servedThroughputStaysUnderTheBound() {
        Model llama = Presets.find("llama-2-7b").orElseThrow();
        Precision eight = Precision.BF16.withWeights(Format.FP8).withActivation(Format.FP8);
        OnDevice h100 =
                device(llama, new Request(64, 128, 128, Images.NONE), eight, 1, "h100-sxm5-80gb");
        assertTrue(64 * 128 / h100.requestSeconds() > 9193);
        Model ocr = Presets.find("deepseek-ocr").orElseThrow();
        OnDevice a100 =
                device(
                        ocr,
                        new Request(1, 283, 64, Images.NONE),
                        Precision.BF16,
                        1,
                        "a100-sxm4-40gb");
        assertTrue(a100.tokensPerSecond() > 27.856);
    }

    @Test
    void boundsDeepSeekOcrByMemoryAsWorkedOutByHand() {
        Model ocr = Presets.find("deepseek-ocr").orElseThrow();
        Request request = new Request(1, 1023, 1, Images.NONE);
        assertEquals(
                1480, device(ocr, request, Precision.BF16, 1, "rtx-5090").tokensPerSecond(), 5);
        assertEquals(
                1284,
                device(ocr, request, Precision.BF16, 1, "a100-sxm4-40gb").tokensPerSecond(),
                5);
        assertEquals(
                2766,
                device(ocr, request, Precision.BF16, 1, "h100-sxm5-80gb").tokensPerSecond(),
                10);
    }

    @Test
    void aGemvAndAGemmOnAB200StayUnderTheirRoofs() {
        Ceiling b200 = Ceiling.of(ShippedGpus.catalogue().named("b200-hgx"), Precision.BF16);
        assertTrue(reached(b200, 1, 5.807663e12) < 1);
        assertTrue(reached(b200, 256, 1053.58e12) < 1);
    }

    private static double reached(Ceiling ceiling, int rows, double flopsPerSecond) {
        var linear = new Linear("gate_up", 1, rows, 4096, 28672, false, Linear.Split.OUT);
        var cost = Costs.of(linear, 1, Counting.of(Precision.BF16));
        double bound = BoundTime.of(cost, ceiling).seconds();
        return bound / (cost.tensorFlops() / flopsPerSecond);
    }

    private static void assertReached(
            double least, double most, double measured, String name, Format weights, int gpus) {
        Model model = Presets.find(name).orElseThrow();
        Precision precision = Precision.BF16.withWeights(weights);
        Request request = new Request(1, 8, 200, Images.NONE);
        double bound = device(model, request, precision, gpus, "a100-sxm4-80gb").tokensPerSecond();
        double reached = measured / bound;
        assertTrue(
                reached >= least && reached <= most, name + " " + weights + " reaches " + reached);
    }

    private static OnDevice device(
            Model model, Request request, Precision precision, int gpus, String gpu) {
        Counting counting = Counting.of(precision).with(new Parallel(gpus, 1, 1));
        var device = Optional.of(ShippedGpus.catalogue().named(gpu));
        return StaticAnalyses.of(model, request, counting, device).device().orElseThrow();
    }
}
