package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.family.Family.Positions;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.Decoder.Angles;
import dev.llmprof.model.shape.FeedForward;
import dev.llmprof.model.shape.Mixer;
import dev.llmprof.model.shape.Operator.Norm;
import dev.llmprof.model.shape.Repeated;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A plain decoder from its config.json, as its family reads the keys.
final class DecoderReader {
    private static final int MOST_LAYERS = 10_000;

    private DecoderReader() {}

    static DecoderLayers layers(ModelConfig config, Family family) {
        var sizes = Sizes.of(config);
        long hidden = sizes.need("hidden");
        int layers = layers(config, sizes);
        long window = Windowing.window(config, family, sizes);
        List<LayerKind> kinds = LayerKinds.of(config, family, layers, window);
        var mixerReader = new MixerReader(config, family, sizes, window, kinds);
        FeedForwardReader feedForwardReader = FeedForwardReader.of(config, family, sizes, kinds);
        List<Mixer> mixers = new ArrayList<>();
        List<FeedForward> feedForwards = new ArrayList<>();
        for (int layer = 0; layer < layers; layer++) {
            mixers.add(mixerReader.at(layer));
            feedForwards.add(feedForwardReader.at(layer));
        }
        mixers.set(0, OnceInAModel.with(mixers.getFirst(), config, family, hidden, layers));
        boolean rotary = family.positions() == Positions.ROTARY;
        return new DecoderLayers(
                hidden, mixers, feedForwards, rotary ? mixerReader.rotaryFrequencies() : 0);
    }

    static Decoder read(ModelConfig config, Family family, DecoderLayers layers) {
        ignoreUnused(config, family);
        var sizes = Sizes.of(config);
        long hidden = layers.hidden();
        long vocabulary = sizes.need("vocabulary");
        boolean rotary = family.positions() == Positions.ROTARY;
        return new Decoder(
                hidden,
                vocabulary,
                config.whole(hidden, "word_embed_proj_dim"),
                HeadReader.of(config, family, vocabulary),
                new Decoder.Input(
                        positionRows(family, sizes),
                        embeddingNorm(family),
                        OnceInAModel.table(config, family, layers.mixers().size())),
                norms(config, family),
                rotary ? new Angles(1, layers.rotaryFrequencies()) : Angles.NONE,
                Repeated.grouped(layers.mixers()),
                Repeated.grouped(layers.feedForwards()));
    }

    private static Optional<Norm.Kind> embeddingNorm(Family family) {
        return family.has("embedding_norm") ? Optional.of(Norm.Kind.LAYER) : Optional.empty();
    }

    /// Sizes of parts that this very config has none of.
    private static void ignoreUnused(ModelConfig config, Family family) {
        if (StateReader.knows(family)) {
            config.ignore(StateReader.SIZES);
        }
        config.ignore("intermediate_size_mlp", "interleave_moe_layer_step");
        family.word("unused=").ifPresent(keys -> config.ignore(keys.split(",")));
    }

    private static int layers(ModelConfig config, Sizes sizes) {
        String pattern = config.text("hybrid_override_pattern").orElse("");
        int blocks = config.list("layers_block_type").size();
        long otherwise = blocks > 0 ? blocks : pattern.length();
        long layers = otherwise > 0 ? sizes.or("layers", otherwise) : sizes.need("layers");
        if (layers > MOST_LAYERS) {
            throw new dev.llmprof.problem.Problem(
                            layers + " layers, more than any model has", config.at(), "")
                    .found();
        }
        return (int) layers;
    }

    private static long positionRows(Family family, Sizes sizes) {
        return switch (family.positions()) {
            case ROTARY, NONE -> 0;
            case LEARNED -> sizes.need("positions");
            case LEARNED_WITH_TWO_MORE -> sizes.need("positions") + 2;
        };
    }

    private static Norm.Kind norm(ModelConfig config, Family family) {
        boolean layer =
                family.word("layer_unless=").filter(key -> !config.flag(key, true)).isPresent();
        if (family.word("affine=").filter(key -> !config.flag(key, true)).isPresent()) {
            return Norm.Kind.LAYER_WITHOUT_WEIGHT;
        }
        return layer ? Norm.Kind.LAYER : family.norm();
    }

    private static Decoder.Norms norms(ModelConfig config, Family family) {
        boolean last =
                config.flag("do_layer_norm_before", true) && config.flag("post_layer_norm", true);
        return new Decoder.Norms(norm(config, family), normsPerLayer(config, family), last);
    }

    /// Blocks whose attention and feed-forward run side by side may share one norm.
    private static int normsPerLayer(ModelConfig config, Family family) {
        if (family.has("new_architecture")) {
            long usual = config.flag("new_decoder_architecture", false) ? 2 : 1;
            boolean two = config.whole(usual, "num_ln_in_parallel_attn") == 2;
            return two || !config.flag("parallel_attn", true) ? 2 : 1;
        }
        return family.word("norms_if=")
                .map(word -> word.split(":", 2))
                .filter(word -> config.flag(word[0].replace("+", ""), word[0].endsWith("+")))
                .map(word -> Integer.parseInt(word[1]))
                .orElse(family.normsPerLayer());
    }
}
