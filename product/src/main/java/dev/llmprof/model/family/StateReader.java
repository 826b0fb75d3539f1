package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Mixer;
import dev.llmprof.model.shape.Mixer.Recurrent;
import dev.llmprof.model.shape.Mixer.Recurrent.Kernel;
import dev.llmprof.model.shape.Mixer.Recurrent.Projection;
import dev.llmprof.model.shape.Mixer.Recurrent.Width;
import dev.llmprof.model.shape.Operator.Linear.Split;
import dev.llmprof.model.shape.Operator.Norm.Kind;
import java.util.List;
import java.util.Optional;

/// What stands in a family's layers without attention, as its modules have it.
final class StateReader {
    /// Sizes of attention, states and experts, of which a hybrid may use some only.
    static final String[] SIZES =
            ("num_attention_heads num_key_value_heads head_dim attention_bias kv_lora_rank q_lora_rank"
                            + " qk_head_dim qk_nope_head_dim qk_rope_head_dim v_head_dim"
                            + " mamba_conv_bias mamba_d_conv mamba_d_head mamba_d_state mamba_expand"
                            + " mamba_n_groups mamba_n_heads mamba_proj_bias conv_L_cache conv_bias"
                            + " conv_kernel expand ssm_state_size n_groups mamba_head_dim"
                            + " mamba_num_heads use_conv_bias use_bias moe_intermediate_size"
                            + " moe_shared_expert_intermediate_size n_shared_experts"
                            + " num_experts_per_tok n_routed_experts intermediate_size")
                    .split(" ");

    private StateReader() {}

    static boolean knows(Family family) {
        return family.words().stream().anyMatch(word -> word.startsWith("mixer="));
    }

    static Mixer read(ModelConfig config, Family family, Sizes sizes) {
        long hidden = sizes.need("hidden");
        if (family.has("mixer=mamba")) {
            return MambaReader.first(config, family, sizes, hidden);
        }
        if (family.has("mixer=mamba2")) {
            return MambaReader.second(config, family, hidden);
        }
        if (family.has("mixer=delta")) {
            return delta(config, sizes, hidden);
        }
        if (family.has("mixer=kda")) {
            return kimi(config, hidden);
        }
        if (family.has("mixer=lightning")) {
            return lightning(sizes, hidden);
        }
        return family.has("mixer=convolution")
                ? convolution(config, hidden)
                : gated(config, sizes, hidden);
    }

    static Projection out(String name, long in, long out, boolean bias) {
        return new Projection(name, in, out, bias, Split.OUT);
    }

    static Projection in(String name, long in, long out, boolean bias) {
        return new Projection(name, in, out, bias, Split.IN);
    }

    /// The gated delta rule. For each element of a head's state: a decay, two for what the key
    /// recalls, two for the correction, two for what the query reads.
    private static Mixer delta(ModelConfig config, Sizes sizes, long hidden) {
        long heads = sizes.need("heads");
        long keyHeads = config.whole(heads, "linear_num_key_heads");
        long valueHeads = config.whole(heads, "linear_num_value_heads");
        long keyWidth = config.whole(3 * hidden / (4 * keyHeads), "linear_key_head_dim");
        long valueWidth = config.whole(2 * keyWidth, "linear_value_head_dim");
        long keys = keyHeads * keyWidth;
        long values = valueHeads * valueWidth;
        long kernel = config.whole(4, "linear_conv_kernel_dim");
        long channels = 2 * keys + values;
        config.ignore("full_attention_interval", "linear_allow_neg_eigval");
        return new Recurrent(
                "linear_attn",
                List.of(
                        out("in_proj_qkvz", hidden, 2 * keys + 2 * values, false),
                        out("in_proj_ba", hidden, 2 * valueHeads, false),
                        in("out_proj", values, hidden, false)),
                List.of(new Width("norm", valueWidth, (double) valueHeads, Kind.RMS)),
                new Kernel(channels, kernel, false),
                2 * valueHeads,
                values * keyWidth + channels * kernel,
                7 * values * keyWidth);
    }

    /// Kimi's delta attention, whose decay is a vector made by a narrow pair of matrices.
    private static Mixer kimi(ModelConfig config, long hidden) {
        Optional<ModelConfig> own = config.inner("linear_attn_config");
        long heads = kimi(own, "num_heads", config.whole(32, "linear_num_heads"));
        long width = kimi(own, "head_dim", config.whole(128, "linear_head_dim"));
        long kernel =
                kimi(own, "short_conv_kernel_size", config.whole(4, "linear_conv_kernel_dim"));
        long inner = heads * width;
        return new Recurrent(
                "linear_attn",
                List.of(
                        out("qkv_proj", hidden, 3 * inner, false),
                        out("f_a_proj", hidden, width, false),
                        out("f_b_proj", width, inner, false),
                        out("g_a_proj", hidden, width, false),
                        out("g_b_proj", width, inner, false),
                        out("b_proj", hidden, heads, false),
                        in("o_proj", inner, hidden, false)),
                List.of(new Width("o_norm", width, (double) heads, Kind.RMS)),
                new Kernel(3 * inner, kernel, false),
                inner + heads,
                inner * width + 3 * inner * kernel,
                7 * inner * width);
    }

    /// Its own code keeps these sizes in an object, transformers beside the others.
    private static long kimi(Optional<ModelConfig> own, String key, long otherwise) {
        return own.map(inner -> inner.whole(otherwise, key)).orElse(otherwise);
    }

    /// Linear attention with a fixed decay: one for it, two to write and two to read each element.
    private static Mixer lightning(Sizes sizes, long hidden) {
        long heads = sizes.need("heads");
        long width = sizes.or("head_width", hidden / heads);
        long inner = heads * width;
        return new Recurrent(
                "linear_attn",
                List.of(
                        out("qkv_proj", hidden, 3 * inner, false),
                        out("output_gate", hidden, inner, false),
                        in("out_proj", inner, hidden, false)),
                List.of(new Width("norm", inner, 1, Kind.RMS)),
                Kernel.NONE,
                0,
                inner * width,
                5 * inner * width);
    }

    private static Mixer convolution(ModelConfig config, long hidden) {
        boolean bias = config.flag("conv_bias", false);
        long kernel = config.whole(3, "conv_L_cache");
        return new Recurrent(
                "conv",
                List.of(
                        out("in_proj", hidden, 3 * hidden, bias),
                        in("out_proj", hidden, hidden, bias)),
                List.of(),
                new Kernel(hidden, kernel, bias),
                0,
                hidden * kernel,
                2 * hidden);
    }

    /// Griffin's gated linear recurrence, with two gates of one matrix a head.
    private static Mixer gated(ModelConfig config, Sizes sizes, long hidden) {
        long width = config.whole(hidden, "lru_width");
        long heads = sizes.need("heads");
        long kernel = config.whole(4, "conv1d_width");
        long gates = 2 * (width * (width / heads) + width);
        config.ignore("block_types");
        return new Recurrent(
                "recurrent",
                List.of(
                        out("linear_y", hidden, width, true),
                        out("linear_x", hidden, width, true),
                        in("linear_out", width, hidden, true)),
                List.of(),
                new Kernel(width, kernel, true),
                width + gates,
                width * (1 + kernel),
                4 * width * (width / heads) + 8 * width);
    }
}
