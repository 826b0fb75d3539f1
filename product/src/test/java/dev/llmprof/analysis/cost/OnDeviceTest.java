package dev.llmprof.analysis.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.hardware.Gpu;
import dev.llmprof.model.Architectures;
import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Request;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Crossovers, capacity and sensitivity of a decoder so small that paper is enough.
///
/// One layer, width 4, one head, inner width 8, ten words, untied. Matrices: 4·(4·4) attention,
/// 3·(4·8) feed-forward, 4·10 head: 200 numbers. Beside them 3 norms of 4 and a table of 10·4.
class OnDeviceTest {
    private static final double PLENTY = 1e30;

    @Test
    void decodingTurnsToComputeWhereFlopsOutweighBytes() {
        // A step of batch B: 2·200·B + 4·4·B FLOP (attention sees itself) = 416·B.
        // Bytes without cache: 2·(200 + 12) weights; for each sequence 8 + 8 for its table row,
        // 2·(4·8 + 2·12 + 12 + 14) = 164 in and out of matrices, 16 for query and output.
        // 416·B / 200 ≥ (424 + 196·B) / 100 from B = 35.3 on.
        assertEquals(Optional.of(36L), on(200, 100, PLENTY, request(1, 1, 1)).crossoverBatch());
        assertEquals(Optional.empty(), on(1e9, 1, PLENTY, request(1, 1, 1)).crossoverBatch());
    }

    @Test
    void theCacheOutweighsTheWeightsWhereItIsLonger() {
        // 2·4·2 = 16 bytes a position against 424 + 8 bytes of weights: more than 27 positions.
        OnDevice device = on(200, 100, PLENTY, request(1, 1, 1));
        assertEquals(Optional.of(28L), device.crossoverContext());
    }

    @Test
    void findsTheLargestBatchAndContextThatFit() {
        // Weights 2·(200 + 12 + 40) = 504. A position takes 16 in the cache and
        // 2·(2·4 + 2·8) = 48 at the widest moment of its layer: 64.
        double memory = 504 + 64 * 100;
        assertEquals(100, on(1, 1, memory, request(1, 9, 1)).capacity().largestContext());
        assertEquals(99, on(1, 1, memory - 1, request(1, 9, 1)).capacity().largestContext());
        assertEquals(10, on(1, 1, memory, request(1, 9, 1)).capacity().largestBatch());
        assertEquals(9, on(1, 1, memory - 1, request(1, 9, 1)).capacity().largestBatch());
        Capacity none = on(1, 1, 503, request(1, 9, 1)).capacity();
        assertEquals(Fit.NO, none.fit());
        assertEquals(0, none.largestBatch());
        assertEquals(0, none.largestContext());
    }

    @Test
    void saysWhatWouldHelpAStepThatIsBoundByMemory() {
        // At context 2 a step moves 424 + 196 bytes, reads 2·16 of cache and writes 16: 668.
        OnDevice device = on(PLENTY, 100, PLENTY, request(1, 1, 1));
        assertEquals(6.68, device.perTokenSeconds(), 1e-12);
        assertFactor(0.5, "memory twice as fast", device);
        assertFactor(1, "compute twice as fast", device);
        // 160 numbers of matrices in one byte instead of two; the head stays wide.
        assertFactor((668 - 160) / 668.0, "weights in fp8", device);
        // 4 matrices of 16: 8 bytes and one scale and zero of 2.5; 3 of 32: 16 and 2.5.
        assertFactor(
                (668 - 320 + 4 * 10.5 + 3 * 18.5) / 668, "weights in int4, groups of 128", device);
        assertFactor((668 - 24) / 668.0, "cache in fp8", device);
        assertFactor((424 + 2 * (196 + 48)) / 668.0, "twice the batch", device);
        assertFactor((668 + 16) / 668.0, "twice the prompt", device);
    }

    @Test
    void addsOperatorsUpEachAtItsOwnLimit() {
        // Bandwidth alone: 6.68 s. At 40 FLOP/s the matrices take 400 / 40 = 10 s, attention 32
        // FLOP at two positions 0.8 s against its 16 + 48 bytes in 0.64 s; the rest by memory:
        // norms 24 and table 16 bytes.
        OnDevice device = on(40, 100, PLENTY, request(1, 1, 1));
        assertEquals(10 + 0.8 + 0.4, device.perTokenSeconds(), 1e-9);
    }

    private static void assertFactor(double factor, String change, OnDevice device) {
        double found =
                device.sensitivities().stream()
                        .filter(each -> each.change().equals(change))
                        .findFirst()
                        .orElseThrow()
                        .perToken();
        assertEquals(factor, found, 1e-12, change);
    }

    private static Request request(int batch, int prompt, int newTokens) {
        return new Request(batch, prompt, newTokens, Images.NONE);
    }

    private static OnDevice on(double flops, double bandwidth, double memory, Request request) {
        Gpu gpu =
                new Gpu(
                        "paper",
                        "none",
                        "none",
                        List.of(),
                        memory,
                        bandwidth,
                        0,
                        Map.of("bf16", flops),
                        Map.of(),
                        PLENTY,
                        "made up");
        Counting counting = Counting.of(Precision.BF16);
        return StaticAnalyses.of(model(), request, counting, Optional.of(gpu))
                .device()
                .orElseThrow();
    }

    private static Model model() {
        String json =
                """
                {"model_type": "llama", "hidden_size": 4, "num_hidden_layers": 1,
                 "num_attention_heads": 1, "num_key_value_heads": 1, "intermediate_size": 8,
                 "vocab_size": 10, "max_position_embeddings": 1000000}\
                """;
        return Architectures.read(
                ModelConfig.parse(json.getBytes(StandardCharsets.UTF_8), "config.json"));
    }
}
