package dev.llmprof.model;

import dev.llmprof.model.Family.Place;
import dev.llmprof.model.Mixer.Grouped.HeadNorm;
import dev.llmprof.problem.Problem;
import java.util.ArrayList;
import java.util.List;

/// Which mixer each layer has; `full` is the attention without a window.
record MixerReader(Mixer full, List<Mixer> mixers) {

    static MixerReader of(ModelConfig config, Family family, Sizes sizes, int layers) {
        Mixer full = mixer(config, family, sizes, Mixer.UNLIMITED);
        List<?> types = config.list("layer_types");
        checkTypes(config, types, layers);
        long window = Windowing.window(config, family, sizes);
        Mixer windowed = mixer(config, family, sizes, window);
        List<Mixer> mixers = new ArrayList<>();
        for (boolean narrow : Windowing.layers(config, family, layers, window)) {
            mixers.add(narrow ? windowed : full);
        }
        if (family.name().equals("jamba")) {
            StateSpaceReader.replace(mixers, config, sizes.need("hidden"));
        }
        return new MixerReader(full, mixers);
    }

    Mixer at(int layer) {
        return mixers.get(layer);
    }

    long rotaryFrequencies() {
        return switch (full) {
            case Mixer.Grouped grouped -> grouped.headWidth() / 2;
            case Mixer.Latent latent -> latent.rotaryWidth() / 2;
            case Mixer.StateSpace _ -> 0;
        };
    }

    private static void checkTypes(ModelConfig config, List<?> types, int layers) {
        if (!types.isEmpty() && types.size() < layers) {
            throw new Problem(
                            "layer_types names %d of %d layers".formatted(types.size(), layers),
                            config.at(),
                            "")
                    .found();
        }
        for (Object type : types) {
            switch (String.valueOf(type)) {
                case "full_attention", "sliding_attention", "chunked_attention", "attention" -> {}
                case "linear_attention", "mamba" -> {
                    if (!config.modelType().equals("jamba")) {
                        throw notUnderstood(config, type);
                    }
                }
                default -> throw notUnderstood(config, type);
            }
        }
    }

    private static Problem.Found notUnderstood(ModelConfig config, Object type) {
        return new Problem(
                        "layers of type '" + type + "' are not understood",
                        config.at() + " layer_types",
                        "full_attention, sliding_attention and chunked_attention are")
                .found();
    }

    private static Mixer mixer(ModelConfig config, Family family, Sizes sizes, long window) {
        config.ignore("q_lora_rank");
        boolean latent = config.flag("use_mla", true) && sizes.or("latent", 0) > 0;
        return latent ? latent(config, family, sizes) : grouped(config, family, sizes, window);
    }

    private static Mixer latent(ModelConfig config, Family family, Sizes sizes) {
        boolean ranked = family.name().equals("deepseek_v3") && !config.isNull("q_lora_rank");
        long assumedRank = ranked ? 1536 : 0;
        config.ignore("head_dim", "qk_head_dim", "num_key_value_heads");
        return new Mixer.Latent(
                sizes.need("heads"),
                sizes.or("query_rank", assumedRank),
                sizes.need("latent"),
                sizes.need("plain_width"),
                sizes.need("rotary_width"),
                sizes.need("value_width"),
                family.biased(config, Place.OUT));
    }

    private static Mixer grouped(ModelConfig config, Family family, Sizes sizes, long window) {
        long heads = sizes.need("heads");
        long keyValueHeads = keyValueHeads(config, family, sizes, heads);
        long headWidth = sizes.or("head_width", 0);
        if (headWidth == 0) {
            headWidth = sizes.need("hidden") / heads;
        }
        return new Mixer.Grouped(
                heads,
                keyValueHeads,
                headWidth,
                window,
                family.biased(config, Place.QKV),
                family.biased(config, Place.OUT),
                headNorm(config, family),
                family.name().equals("gpt_oss"));
    }

    private static HeadNorm headNorm(ModelConfig config, Family family) {
        if (family.headNorm() == HeadNorm.NONE || family.headNormKey().isEmpty()) {
            return family.headNorm();
        }
        boolean on = config.flag(family.headNormKey(), family.headNormByDefault());
        return on ? family.headNorm() : HeadNorm.NONE;
    }

    private static long keyValueHeads(ModelConfig config, Family family, Sizes sizes, long heads) {
        return switch (family.name()) {
            case "falcon" -> falconHeads(config, sizes, heads);
            case "gpt_bigcode" -> config.flag("multi_query", true) ? 1 : heads;
            case "chatglm" ->
                    config.flag("multi_query_attention", false)
                            ? config.need("KV group number", "multi_query_group_num")
                            : heads;
            case "mpt", "dbrx" ->
                    config.inner("attn_config")
                            .map(inner -> innerHeads(inner, heads))
                            .orElse(family.name().equals("dbrx") ? 1 : heads);
            default -> positive(sizes.or("key_value_heads", heads), heads);
        };
    }

    private static long innerHeads(ModelConfig attention, long heads) {
        boolean one =
                attention.text("attn_type").filter("multiquery_attention"::equals).isPresent();
        return one ? 1 : attention.whole(heads, "kv_n_heads");
    }

    private static long falconHeads(ModelConfig config, Sizes sizes, long heads) {
        boolean modern = config.flag("new_decoder_architecture", false);
        boolean one = config.flag("multi_query", true);
        return modern || !one ? positive(sizes.or("key_value_heads", heads), heads) : 1;
    }

    private static long positive(long value, long otherwise) {
        return value > 0 ? value : otherwise;
    }
}
