package dev.llmprof.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.model.cost.Cost;
import dev.llmprof.model.cost.Costs;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.operators.DecoderOperators;
import dev.llmprof.model.shape.Convention;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.KvCache;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Work;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Layers that carry a state along, and other neighbours of attention, worked by hand.
class RecurrentTest {
    private static final Counting BF16 = Counting.of(Precision.BF16);

    @Test
    void mambaScansEveryElementOfItsState() {
        Decoder decoder =
                decoder(
                        """
                        {"model_type": "mamba", "hidden_size": 32, "num_hidden_layers": 2,
                         "vocab_size": 10, "state_size": 4, "conv_kernel": 3}\
                        """);
        Work prefill = Work.prefill(3, 5);
        // Inner width 64: nine FLOP for each of 64·4 elements, 3·5 tokens, 2 layers.
        Cost scan = cost(decoder, prefill, "mamba.scan");
        assertEquals(2 * 15 * 9 * 64 * 4, scan.vectorFlops());
        // A and D are read once a pass; a state of 64·(4 + 3) for each of 3 sequences comes and
        // goes.
        assertEquals(2 * (64 * 4 + 64) * 2, scan.weightBytes());
        assertEquals(2 * 3 * 64 * 7 * 2, scan.cacheReadBytes());
        assertEquals(scan.cacheReadBytes(), scan.cacheWriteBytes());
        // 64 channels in, 64 out.
        assertEquals(2 * 15 * (64 + 64) * 2, scan.activationBytes());
        // Four decoding steps do it four times.
        assertEquals(
                4 * scan.cacheReadBytes(),
                cost(decoder, Work.decode(3, 5, 4), "mamba.scan").cacheReadBytes());
        // 2 FLOP · 15 tokens · 64 channels · 3.
        assertEquals(2 * 2 * 15 * 64 * 3, cost(decoder, prefill, "mamba.conv1d").tensorFlops());
        // A time step of rank ⌈32/16⌉ = 2: 64 → 2 + 2·4, then 2 → 64.
        assertEquals(2 * 2 * 15 * 64 * 10, cost(decoder, prefill, "mamba.x_proj").tensorFlops());
        assertEquals(2 * 2 * 15 * 2 * 64, cost(decoder, prefill, "mamba.dt_proj").tensorFlops());
        var cache = KvCache.of(decoder, Precision.of(Format.BF16));
        assertEquals(0, cache.bytesPerToken());
        assertEquals(2 * 64 * 7 * 2, cache.stateBytes());
    }

    @Test
    void theSecondMambaDecaysByHeads() {
        Decoder decoder =
                decoder(
                        """
                        {"model_type": "mamba2", "hidden_size": 32, "num_hidden_layers": 1,
                         "num_heads": 4, "head_dim": 16, "n_groups": 2, "state_size": 8,
                         "vocab_size": 10}\
                        """);
        // Inner 64, states of 8 in 2 groups: in 64 + 64 + 2·2·8 + 4 heads.
        assertEquals(
                2 * 7 * 32 * 164, cost(decoder, Work.prefill(1, 7), "mamba.in_proj").tensorFlops());
        assertEquals(5 * 7 * 64 * 8, cost(decoder, Work.prefill(1, 7), "mamba.scan").vectorFlops());
        // 64·8 of state and the last 4 of 64 + 32 channels.
        assertEquals(
                (64 * 8 + 96 * 4) * 2, KvCache.of(decoder, Precision.of(Format.BF16)).stateBytes());
    }

    @Test
    void theDeltaRuleTouchesItsStateFourTimes() {
        Decoder decoder =
                decoder(
                        """
                        {"model_type": "qwen3_next", "hidden_size": 32, "num_hidden_layers": 4,
                         "num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": 8,
                         "intermediate_size": 16, "vocab_size": 10, "num_experts": 0,
                         "linear_num_key_heads": 2, "linear_num_value_heads": 4,
                         "linear_key_head_dim": 3, "linear_value_head_dim": 5}\
                        """);
        Work work = Work.prefill(1, 6);
        // Three of four layers; 7 FLOP for each element of 4 states of 3·5.
        assertEquals(3 * 6 * 7 * 4 * 3 * 5, cost(decoder, work, "linear_attn.scan").vectorFlops());
        // Queries and keys of 2·3, values and gates of 4·5: 6 + 6 + 20 + 20.
        assertEquals(
                3 * 2 * 6 * 32 * 52, cost(decoder, work, "linear_attn.in_proj_qkvz").tensorFlops());
        // The fourth attends, with a gate as wide as its heads, and alone fills the cache.
        assertEquals(2 * 6 * 32 * 16, cost(decoder, work, "gate").tensorFlops());
        assertEquals(2 * 8 * 2, KvCache.of(decoder, Precision.of(Format.BF16)).bytesPerToken());
        assertEquals(
                3 * (4 * 3 * 5 + 32 * 4) * 2,
                KvCache.of(decoder, Precision.of(Format.BF16)).stateBytes());
    }

    @Test
    void anIndexerLetsAQuerySeeOnlyTheBest() {
        Decoder decoder =
                decoder(
                        """
                        {"model_type": "deepseek_v32", "hidden_size": 32, "num_hidden_layers": 1,
                         "num_attention_heads": 2, "q_lora_rank": 6, "kv_lora_rank": 8,
                         "qk_nope_head_dim": 4, "qk_rope_head_dim": 2, "v_head_dim": 3,
                         "index_n_heads": 5, "index_head_dim": 7, "index_topk": 10,
                         "intermediate_size": 16, "vocab_size": 10, "n_routed_experts": 0}\
                        """);
        Work step = Work.decode(1, 99, 1);
        // Five heads of 7 score all 100 positions, and their scores are weighed and added: 7 + 1.
        // Of these ten are attended to, in absorbed form.
        assertEquals(2 * 5 * (7 + 1) * 100, cost(decoder, step, "indexer.scores").tensorFlops());
        assertEquals(7 * 100 * 2, cost(decoder, step, "indexer.scores").cacheReadBytes());
        assertEquals(2 * 2 * (10 + 8) * 10, cost(decoder, step, "attention").tensorFlops());
        assertEquals(10 * 10 * 2, cost(decoder, step, "attention").cacheReadBytes());
        // A latent of 8, a rotary key of 2 and the indexer's key of 7.
        assertEquals(
                (8 + 2 + 7) * 2, KvCache.of(decoder, Precision.of(Format.BF16)).bytesPerToken());
    }

    @Test
    void attentionAndStateSideBySideKeepBoth() {
        Decoder decoder =
                decoder(
                        """
                        {"model_type": "falcon_h1", "hidden_size": 32, "num_hidden_layers": 2,
                         "num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": 16,
                         "intermediate_size": 16, "vocab_size": 10, "mamba_d_ssm": 24,
                         "mamba_n_heads": 3, "mamba_d_head": 8, "mamba_d_state": 4,
                         "mamba_n_groups": 1, "mamba_d_conv": 4}\
                        """);
        assertEquals(2, decoder.layers());
        var cache = KvCache.of(decoder, Precision.of(Format.BF16));
        assertEquals(2 * 2 * 16 * 2, cache.bytesPerToken());
        assertEquals(2 * (24 * 4 + 32 * 4) * 2, cache.stateBytes());
        assertEquals(3 * (128 * 10 + 896), cache.bytes(3, 10));
    }

    /// Servers keep the state of Nemotron-H in float32 beside a cache of two bytes.
    @Test
    void keepsAStateAsWideAsTheConfigSays() {
        String config =
                """
                {"model_type": "mamba2", "hidden_size": 32, "num_hidden_layers": 1, "num_heads": 4,
                 "head_dim": 16, "state_size": 8, "n_groups": 1, "expand": 2, "vocab_size": 10,
                 "conv_kernel": 4%s}\
                """;
        Model narrow = ModelFixtures.of(config.formatted(""));
        Model wide = ModelFixtures.of(config.formatted(", \"mamba_ssm_cache_dtype\": \"float32\""));
        // A state of 64 by 8, and of the convolution 64 + 2 · 8 channels by 4.
        assertEquals(
                64 * 8 * 2 + 80 * 4 * 2,
                KvCache.of(narrow.decoder(), narrow.precision()).stateBytes());
        assertEquals(
                64 * 8 * 4 + 80 * 4 * 2, KvCache.of(wide.decoder(), wide.precision()).stateBytes());
    }

    @Test
    void borrowedKeysAreReadButNotKept() {
        Decoder decoder =
                decoder(
                        """
                        {"model_type": "gemma4_text", "hidden_size": 32, "num_hidden_layers": 4,
                         "num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": 8,
                         "global_head_dim": 16, "intermediate_size": 16, "vocab_size": 10,
                         "hidden_size_per_layer_input": 0, "num_kv_shared_layers": 2,
                         "sliding_window": 6, "layer_types": ["sliding_attention",
                         "full_attention", "sliding_attention", "full_attention"]}\
                        """);
        // Only the first two layers keep: 2·8 in a window, 2·16 of everything.
        var cache = KvCache.of(decoder, Precision.of(Format.BF16));
        assertEquals((2 * 8 + 2 * 16) * 2, cache.bytesPerToken());
        assertEquals((2 * 8 * 6 + 2 * 16 * 50) * 2, cache.bytes(1, 50));
        List<Cost> reads =
                DecoderOperators.of(decoder, Work.decode(1, 49, 1), Convention.EXACT).stream()
                        .filter(operator -> operator.name().equals("attention"))
                        .map(operator -> Costs.of(operator, 1, BF16))
                        .toList();
        assertEquals(
                2 * cache.bytes(1, 50), reads.stream().mapToDouble(Cost::cacheReadBytes).sum());
        assertEquals(
                cache.bytesPerToken(), reads.stream().mapToDouble(Cost::cacheWriteBytes).sum());
    }

    private static Cost cost(Decoder decoder, Work work, String name) {
        return DecoderOperators.of(decoder, work, Convention.EXACT).stream()
                .filter(operator -> operator.name().equals(name))
                .map(operator -> Costs.of(operator, work.passes(), BF16))
                .findFirst()
                .orElseThrow();
    }

    private static Decoder decoder(String json) {
        return ModelFixtures.of(json).decoder();
    }
}
