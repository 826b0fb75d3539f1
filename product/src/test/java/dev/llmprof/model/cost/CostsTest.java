package dev.llmprof.model.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.model.operators.DecoderOperators;
import dev.llmprof.model.shape.Convention;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.FeedForward;
import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.Mixer;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Linear.Split;
import dev.llmprof.model.shape.Parallel;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Repeated;
import dev.llmprof.model.shape.Work;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Every formula once, with small numbers worked by hand.
class CostsTest {
    private static final Counting BF16 = Counting.of(Precision.BF16);

    @Test
    void aLinearLayerReadsItsWeightsOncePerPass() {
        var linear = new Operator.Linear("up_proj", 2, 10, 3, 5, true, Split.OUT);
        Cost cost = Costs.of(linear, 10, BF16);
        assertEquals(2 * 2 * 10 * 3 * 5, cost.tensorFlops());
        assertEquals(2 * 10 * 5, cost.vectorFlops());
        assertEquals(2 * 10 * (15 + 5) * 2, cost.weightBytes());
        assertEquals(2 * 10 * (3 + 5) * 2, cost.activationBytes());
        assertEquals(2 * (15 + 5), linear.parameters());
    }

    @Test
    void causalAttentionCountsThePairsAMaskLeaves() {
        // Queries at positions 3, 4, 5 after 2 cached: 3 + 4 + 5 pairs.
        Work work = new Work.Equal(1, 3, 2, 1);
        assertEquals(12, work.causalScores(Mixer.UNLIMITED));
        assertEquals(15, work.squareScores(Mixer.UNLIMITED));
        assertEquals(5, work.contextsRead(Mixer.UNLIMITED));
    }

    @Test
    void aWindowEndsTheGrowth() {
        // Seven positions, three seen at most: 1 + 2 + 3 + 3 + 3 + 3 + 3.
        assertEquals(18, Work.prefill(1, 7).causalScores(3));
        // Steps at contexts 2, 3, 4, 5 with a window of 3.
        assertEquals(2 + 3 + 3 + 3, Work.decode(1, 1, 4).causalScores(3));
        assertEquals(2 + 3 + 3 + 3, Work.decode(1, 1, 4).contextsRead(3));
        assertEquals(4 * 3, Work.decode(1, 10, 4).contextsRead(3));
    }

    @Test
    void groupedQueriesSaveBytesAndNoFlops() {
        Cost many = attention(4);
        Cost few = attention(1);
        // 4·H·h·C = 4·4·8·6 for one query that sees six positions.
        assertEquals(4 * 4 * 8 * 6, many.tensorFlops());
        assertEquals(many.tensorFlops(), few.tensorFlops());
        assertEquals(2 * 4 * 8 * 6 * 2, many.cacheReadBytes());
        assertEquals(many.cacheReadBytes() / 4, few.cacheReadBytes());
        assertEquals(2 * 8 * 2, few.cacheWriteBytes());
        assertEquals(2 * 4 * 8 * 2, few.activationBytes());
    }

    @Test
    void naiveAttentionWritesAndReadsItsScoresTwice() {
        Counting naive = BF16.with(Convention.EXACT.withFusedAttention(false));
        var operator = operator(1);
        double more =
                Costs.of(operator, 1, naive).activationBytes()
                        - Costs.of(operator, 1, BF16).activationBytes();
        assertEquals(4 * 4 * 6 * 2, more);
    }

    @Test
    void latentAttentionKeepsNoHeads() {
        var latent = new Mixer.Latent(2, 0, 8, 4, 2, 3, false);
        Decoder decoder = decoder(latent);
        Cost decode = named(decoder, Work.decode(1, 9, 1), "attention");
        // Absorbed: 2·H·((c + r) + c)·C, and c + r elements a position.
        assertEquals(2 * 2 * (10 + 8) * 10, decode.tensorFlops());
        assertEquals(10 * 10 * 2, decode.cacheReadBytes());
        assertEquals(
                2 * 2 * 4 * 8,
                named(decoder, Work.decode(1, 9, 1), "kv_b_proj.query").tensorFlops());
        Cost prefill = named(decoder, Work.prefill(1, 4), "attention");
        assertEquals(2 * 2 * (6 + 3) * (1 + 2 + 3 + 4), prefill.tensorFlops());
        Cost expanded = named(decoder, Work.prefill(1, 4), "kv_b_proj");
        assertEquals(2 * 4 * 8 * 2 * (4 + 3), expanded.tensorFlops());
    }

    @Test
    void aMixtureRunsWhatIsChosenAndReadsWhatIsTouched() {
        var experts = new Operator.Experts("experts", 1, 2, 4, 2, 6, 5, true, false);
        Cost cost = Costs.of(experts, 1, BF16);
        assertEquals(2 * 2 * 2 * 3 * 6 * 5, cost.tensorFlops());
        // Two tokens choosing 2 of 4: 4·(1 − ½²) = 3 experts of 90 parameters.
        assertEquals(3 * 90 * 2, cost.weightBytes());
    }

    @Test
    void routingTouchesAtLeastTheChosenAndAtMostAll() {
        // One token of a mixture touches what it chose; many touch everything.
        assertEquals(2, Routing.expectedDistinct(8, 2, 1), 1e-12);
        // Three tokens, 2 of 8 each: 8·(1 − (3/4)³) = 8·37/64.
        assertEquals(4.625, Routing.expectedDistinct(8, 2, 3));
        assertEquals(2, Routing.fewest(8, 2));
        assertEquals(6, Routing.most(8, 2, 3));
        assertEquals(8, Routing.most(8, 2, 9));
        assertEquals(0, Routing.expectedDistinct(8, 2, 0));
    }

    @Test
    void attentionCountsWhatItsMaskLeavesOrAll() {
        Decoder decoder =
                decoder(
                        new Mixer.Grouped(
                                2, 1, 4, 3, false, false, Mixer.Grouped.HeadNorm.NONE, false));
        // Five positions of two sequences in windows of three: 1 + 2 + 3 + 3 + 3 pairs each.
        Cost windowed = named(decoder, Work.prefill(2, 5), "attention");
        assertEquals(4 * 2 * 4 * 12 * 2, windowed.tensorFlops());
        assertEquals(5 * 2 * 12 * 2, windowed.vectorFlops());
        Operator full =
                DecoderOperators.of(
                                decoder,
                                Work.prefill(2, 5),
                                Convention.EXACT.withMask(Convention.Mask.FULL))
                        .stream()
                        .filter(operator -> operator.name().equals("attention"))
                        .findFirst()
                        .orElseThrow();
        assertEquals(4 * 2 * 4 * 25 * 2, Costs.of(full, 1, BF16).tensorFlops());
        // Flash: queries and outputs once, keys and values written and read once.
        assertEquals(2 * 5 * 2 * (4 + 4) * 2, windowed.activationBytes());
        assertEquals(2 * 5 * (2 * 4) * 2, windowed.cacheWriteBytes());
        assertEquals(2 * 5 * (2 * 4) * 2, windowed.cacheReadBytes());
    }

    @Test
    void quantisedWeightsCarryTheirScales() {
        // 4096 bytes and one float for an output channel of 4096.
        assertEquals(4096 + 4, Format.INT8.bytes(4096));
        assertEquals(64 / 2 + 2.5, Format.INT4_G64.bytes(64));
        assertEquals(4.15625, 8 * Format.INT4_G128.bytes(128 * 1000) / 128_000);
        assertEquals(4.625, 8 * Format.INT4_G32.bytes(32_000) / 32_000);
        assertEquals(4.25, 8 * Format.MXFP4.bytes(32_000) / 32_000);
        assertEquals(4.5, 8 * Format.NVFP4.bytes(16_000) / 16_000);
        assertEquals(8.002, 8 * Format.FP8_BLOCK.bytes(128 * 128 * 10) / (128 * 128 * 10), 0.0001);
    }

    @Test
    void tensorParallelismCopiesWhatItCannotSplit() {
        Counting eight = BF16.with(new Parallel(8, 1, 1));
        // Two KV heads on eight GPUs: each holds one of them.
        assertEquals(
                Costs.of(operator(2), 1, BF16).cacheReadBytes() / 2,
                Costs.of(operator(2), 1, eight).cacheReadBytes());
        var whole = new Operator.Linear("q_a_proj", 1, 4, 3, 5, false, Split.WHOLE);
        assertEquals(Costs.of(whole, 1, BF16), Costs.of(whole, 1, eight));
    }

    @Test
    void ringsMoveTwiceWhatTheyReduce() {
        Decoder decoder =
                decoder(
                        new Mixer.Grouped(
                                2,
                                2,
                                4,
                                Mixer.UNLIMITED,
                                false,
                                false,
                                Mixer.Grouped.HeadNorm.NONE,
                                false));
        Counting four = BF16.with(new Parallel(4, 1, 1));
        // One layer: 2 all-reduces of 3·8 elements, 2·¾ each, and ¾ of 10 logits.
        assertEquals(
                2 * 2 * 0.75 * 3 * 8 * 2 + 0.75 * 10 * 2,
                Communication.bytes(decoder, Work.prefill(1, 3), four));
    }

    private static Cost named(Decoder decoder, Work work, String name) {
        return DecoderOperators.of(decoder, work, Convention.EXACT).stream()
                .filter(operator -> operator.name().equals(name))
                .map(operator -> Costs.of(operator, work.passes(), BF16))
                .findFirst()
                .orElseThrow();
    }

    private static Decoder decoder(Mixer mixer) {
        return new Decoder(
                8,
                10,
                8,
                new Decoder.Head(10, false, false),
                Decoder.Input.PLAIN,
                new Decoder.Norms(Operator.Norm.Kind.RMS, 2, true),
                new Decoder.Angles(1, 2),
                List.of(new Repeated<>(1, mixer)),
                List.of(new Repeated<>(1, new FeedForward.Dense(16, true, false))));
    }

    private static Cost attention(long keyValueHeads) {
        return Costs.of(operator(keyValueHeads), 1, BF16);
    }

    private static Operator operator(long keyValueHeads) {
        var heads = new Operator.Attention.Heads(4, 8, 8, keyValueHeads);
        var cache = new Operator.Attention.Cache(2 * keyValueHeads * 8, true);
        return new Operator.Attention("attention", 1, 1, 1, 6, 6, 6, heads, cache);
    }
}
