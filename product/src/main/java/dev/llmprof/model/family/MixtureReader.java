package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.family.Family.Place;
import dev.llmprof.model.shape.FeedForward;
import java.util.List;

/// A mixture of experts, and which layers have it.
final class MixtureReader {
    private MixtureReader() {}

    /// DBRX keeps the sizes of its experts in an object of their own.
    static Sizes sizes(ModelConfig config, Sizes sizes) {
        return config.inner("ffn_config").map(Sizes::of).orElse(sizes);
    }

    static boolean at(Family family, Sizes sizes, int layer) {
        ModelConfig config = sizes.config();
        List<?> kinds = config.list("mlp_layer_types");
        if (!kinds.isEmpty()) {
            config.ignore(
                    "first_k_dense_replace",
                    "num_dense_layers",
                    "moe_layer_freq",
                    "decoder_sparse_step",
                    "mlp_only_layers");
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
        return counted(config, family, sizes, layer);
    }

    private static boolean counted(ModelConfig config, Family family, Sizes sizes, int layer) {
        long first = sizes.or("dense_first", family.has("dense_first=1") ? 1 : 0);
        long last = config.whole(Long.MAX_VALUE, "moe_layer_end_index");
        boolean ends = last > 0 && last < layer;
        long every = config.whole(1, "moe_layer_freq", "moe_layer_interval");
        long step = config.whole(1, "decoder_sparse_step", "interleave_moe_layer_step");
        return layer >= first
                && !ends
                && (every <= 1 || layer % every == 0)
                && (step <= 1 || (layer + 1) % step == 0);
    }

    static FeedForward read(ModelConfig config, Family family, Sizes sizes) {
        Sizes own = sizes(config, sizes);
        long inner = own.or("expert_inner", own.or("inner", 0));
        if (inner == 0) {
            inner = sizes.need("inner");
        }
        boolean selected =
                (family.has("selection") && config.flag("use_expert_bias", true))
                        || family.name().equals("gemma4_text")
                        || config.flag("use_routing_bias", family.name().equals("minimax_m2"))
                        || config.text("topk_method").filter("noaux_tc"::equals).isPresent();
        boolean biased = family.name().equals("gpt_oss");
        return new FeedForward.Mixture(
                (int) own.need("experts"),
                (int) Math.min(active(family, own), own.need("experts")),
                inner,
                family.gated(),
                biased,
                biased,
                selected,
                shared(family.name(), own, inner),
                own.or("shared_inner", 0) > 0 && sharedGate(family),
                family.biased(config, Place.MLP));
    }

    /// transformers' own DeepSeek-V2 and dots leave it open; the models chose six.
    private static long active(Family family, Sizes sizes) {
        return switch (family.name()) {
            case "deepseek_v2", "dots1" -> sizes.or("active", 6);
            default -> sizes.need("active");
        };
    }

    private static boolean sharedGate(Family family) {
        return switch (family.name()) {
            case "qwen2_moe", "qwen3_next" -> true;
            default -> false;
        };
    }

    private static long shared(String family, Sizes sizes, long inner) {
        long width = sizes.or("shared_inner", 0);
        if (width > 0) {
            return width;
        }
        return switch (family) {
            case "llama4_text" -> inner;
            // Its dense feed-forward runs beside the experts.
            case "gemma4_text" -> sizes.need("inner");
            case "hunyuan_v1_moe" -> sizes.config().whole(1, "num_shared_expert") * inner;
            default -> sizes.or("shared", 0) * inner;
        };
    }
}
