package dev.llmprof.model;

import dev.llmprof.model.Family.Place;
import java.util.List;

/// Which feed-forward each layer has: dense, or a mixture on the layers the config names.
record FeedForwardReader(FeedForward dense, FeedForward mixture, Sizes sizes) {

    static FeedForwardReader of(ModelConfig config, Family family, Sizes sizes, int layers) {
        Sizes expertSizes =
                config.inner("ffn_config")
                        .map(inner -> new Sizes(inner, family.name()))
                        .orElse(sizes);
        boolean mixed = expertSizes.or("experts", 0) > 1;
        FeedForward dense = new FeedForward.None();
        if (!mixed || hasDenseLayers(sizes, layers)) {
            dense = dense(config, family, sizes);
        }
        FeedForward mixture = mixed ? mixture(config, family, sizes, expertSizes) : dense;
        return new FeedForwardReader(dense, mixture, sizes);
    }

    FeedForward at(int layer) {
        return isMixture(sizes, layer) ? mixture : dense;
    }

    private static boolean hasDenseLayers(Sizes sizes, int layers) {
        for (int layer = 0; layer < layers; layer++) {
            if (!isMixture(sizes, layer)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isMixture(Sizes sizes, int layer) {
        ModelConfig config = sizes.config();
        List<?> kinds = config.list("mlp_layer_types");
        if (!kinds.isEmpty()) {
            return layer < kinds.size() && !"dense".equals(kinds.get(layer));
        }
        if (config.modelType().equals("jamba")) {
            long period = config.whole(2, "expert_layer_period");
            return layer % period == config.whole(1, "expert_layer_offset");
        }
        List<?> named = config.list("moe_layers");
        if (!named.isEmpty()) {
            return named.contains((long) layer);
        }
        List<?> pattern = config.list("moe_layer_freq");
        if (!pattern.isEmpty()) {
            return layer < pattern.size() && ((Number) pattern.get(layer)).intValue() != 0;
        }
        if (config.list("mlp_only_layers").contains((long) layer)) {
            return false;
        }
        long first = sizes.or("dense_first", 0);
        long every = config.whole(1, "moe_layer_freq", "moe_layer_interval");
        long step = config.whole(1, "decoder_sparse_step", "interleave_moe_layer_step");
        return layer >= first
                && (every <= 1 || layer % every == 0)
                && (step <= 1 || (layer + 1) % step == 0);
    }

    private static FeedForward dense(ModelConfig config, Family family, Sizes sizes) {
        boolean bias = family.biased(config, Place.MLP);
        return new FeedForward.Dense(denseInner(config, family, sizes), family.gated(), bias);
    }

    private static long denseInner(ModelConfig config, Family family, Sizes sizes) {
        long hidden = sizes.need("hidden");
        return switch (family.name()) {
            // Its config gives the width of both halves of the gated pair together.
            case "qwen" -> sizes.need("inner") / 2;
            case "mpt" -> Math.round(hidden * config.number("expansion_ratio").orElse(4.0));
            case "llama4_text" -> config.whole(16384, "intermediate_size_mlp");
            case "gpt2", "gpt_bigcode", "gptj", "gpt_neo", "codegen", "bloom", "falcon", "phi" ->
                    sizes.or("inner", 4 * hidden);
            default -> sizes.need("inner");
        };
    }

    private static FeedForward mixture(
            ModelConfig config, Family family, Sizes sizes, Sizes expertSizes) {
        String name = family.name();
        long inner = expertSizes.or("expert_inner", expertSizes.or("inner", 0));
        if (inner == 0) {
            inner = sizes.need("inner");
        }
        boolean selected =
                switch (name) {
                    case "deepseek_v3", "glm4_moe", "dots1", "ernie4_5_moe" -> true;
                    default ->
                            config.flag("use_routing_bias", name.equals("minimax_m2"))
                                    || config.text("topk_method")
                                            .filter("noaux_tc"::equals)
                                            .isPresent();
                };
        return new FeedForward.Mixture(
                (int) expertSizes.need("experts"),
                (int) active(expertSizes),
                inner,
                family.gated(),
                name.equals("gpt_oss"),
                name.equals("gpt_oss"),
                selected,
                shared(name, expertSizes, inner),
                name.equals("qwen2_moe"));
    }

    private static long active(Sizes sizes) {
        return Math.min(sizes.need("active"), sizes.need("experts"));
    }

    private static long shared(String family, Sizes sizes, long inner) {
        long width = sizes.or("shared_inner", 0);
        if (width > 0) {
            return width;
        }
        return switch (family) {
            case "llama4_text" -> inner;
            case "hunyuan_v1_moe" -> sizes.config().whole(1, "num_shared_expert") * inner;
            default -> sizes.or("shared", 0) * inner;
        };
    }
}
