package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.family.Family.Place;
import dev.llmprof.model.shape.FeedForward;
import java.util.List;

/// Which feed-forward each layer has: dense, or a mixture on the layers the config names.
record FeedForwardReader(
        ModelConfig config, Family family, Sizes sizes, List<LayerKind> kinds, boolean mixed) {
    static FeedForwardReader of(
            ModelConfig config, Family family, Sizes sizes, List<LayerKind> kinds) {
        boolean off =
                !config.flag("is_moe", true)
                        || (family.has("mixture=beside_dense")
                                && !config.flag("enable_moe_block", false));
        MixtureReader.ignoreSizes(config);
        long fewest = family.has("single_expert") ? 1 : 2;
        boolean mixed = !off && MixtureReader.sizes(config, sizes).or("experts", 0) >= fewest;
        return new FeedForwardReader(config, family, sizes, List.copyOf(kinds), mixed);
    }

    FeedForward at(int layer) {
        LayerKind kind = kinds.get(layer);
        if (!kind.feedsForward() || family.isStateOnly()) {
            return new FeedForward.None();
        }
        boolean mixture =
                switch (kind) {
                    case ONLY_DENSE -> false;
                    case ONLY_MIXTURE -> true;
                    case FULL, WINDOWED, RECURRENT, BOTH ->
                            mixed && MixtureReader.at(family, sizes, layer);
                    case ONLY_ATTENTION, ONLY_RECURRENT, CROSS -> false;
                };
        return mixture ? MixtureReader.read(config, family, sizes) : dense(layer);
    }

    private FeedForward dense(int layer) {
        long inner = inner(layer);
        return inner == 0
                ? new FeedForward.None()
                : new FeedForward.Dense(inner, family.gated(), family.biased(config, Place.MLP));
    }

    private long inner(int layer) {
        long hidden = sizes.need("hidden");
        Sizes here = sizes.at(layer);
        return switch (family.word("inner=").orElse("")) {
            case "halves" -> here.need("inner") / 2;
            case "apart" -> config.whole(16384, "intermediate_size_mlp");
            case "4x" -> here.or("inner", 4 * hidden);
            case "ffn_dim" -> config.whole(4 * hidden, "ffn_dim");
            case "adjusted" -> adjusted(config.whole(here.need("inner"), "block_ff_dim"));
            case "shared" -> here.or("shared_inner", here.or("inner", 0));
            case "dense" -> config.whole(here.need("inner"), "dense_intermediate_size");
            case "doubled" -> here.need("inner") * (doubled(layer) ? 2 : 1);
            default -> here.need("inner");
        };
    }

    /// Two thirds, times a factor, up to a multiple, as Llama's first code had it.
    private long adjusted(long inner) {
        if (!config.flag("block_auto_adjust_ff_dim", true)) {
            return inner;
        }
        double factor = config.number("block_ffn_dim_multiplier").orElse(1.0);
        long multiple = config.whole(256, "block_multiple_of");
        long narrowed = 2 * inner / 3;
        return Math.ceilDiv((long) (factor * narrowed), multiple) * multiple;
    }

    private boolean doubled(int layer) {
        long borrowing = config.whole(0, "num_kv_shared_layers");
        boolean wide = config.flag("use_double_wide_mlp", false);
        return wide && borrowing > 0 && layer >= kinds.size() - borrowing;
    }
}
