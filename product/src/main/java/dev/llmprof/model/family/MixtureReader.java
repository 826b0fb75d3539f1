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

    /// Sizes of experts that no layer of this very config may have.
    static void ignoreSizes(ModelConfig config) {
        for (String size :
                List.of(
                        "experts",
                        "active",
                        "expert_inner",
                        "shared",
                        "shared_inner",
                        "dense_first")) {
            config.ignore(Sizes.spellings(size));
        }
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
        if (family.has("experts=period")) {
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
        long every = config.whole(1, "moe_layer_freq");
        long step =
                config.whole(
                        1,
                        "decoder_sparse_step",
                        "interleave_moe_layer_step",
                        "moe_layer_interval");
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
                        || family.has("mixture=beside_dense")
                        || config.flag("use_routing_bias", family.has("routing_bias"))
                        || config.text("topk_method").filter("noaux_tc"::equals).isPresent();
        boolean biased = family.has("expert_bias");
        return new FeedForward.Mixture(
                (int) own.need("experts"),
                (int) Math.min(active(family, own), own.need("experts")),
                inner,
                family.gated(),
                biased,
                biased,
                selected,
                shared(family, own, inner),
                own.find("shared_inner").isPresent() && family.has("shared_gate"),
                family.biased(config, Place.MLP),
                family.has("latent_experts") ? config.whole(0, "moe_latent_size") : 0);
    }

    /// Some configuration classes leave it open where all their models chose the same.
    private static long active(Family family, Sizes sizes) {
        return family.word("active=")
                .map(count -> sizes.or("active", Long.parseLong(count)))
                .orElseGet(() -> sizes.need("active"));
    }

    private static long shared(Family family, Sizes sizes, long inner) {
        long width = sizes.or("shared_inner", 0);
        if (width > 0) {
            return width;
        }
        if (family.has("mixture=beside_dense")) {
            return sizes.need("inner");
        }
        return switch (family.word("shared=").orElse("")) {
            case "one" -> inner;
            case "dense_if_none" -> {
                long several = sizes.or("shared", 0) * inner;
                yield several > 0 ? several : sizes.need("inner");
            }
            case "counted" -> sizes.config().whole(1, "num_shared_expert") * inner;
            default -> sizes.or("shared", 0) * inner;
        };
    }
}
