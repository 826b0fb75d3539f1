package dev.llmprof.model;

import dev.llmprof.model.Mixer.Grouped.HeadNorm;
import dev.llmprof.model.Operator.Norm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// What a `model_type` decides where its config.json is silent: Hugging Face's defaults.
///
/// `windows` is how windowed layers are chosen, `ties` the default of `tie_word_embeddings`.
record Family(
        String name,
        Norm.Kind norm,
        int normsPerLayer,
        boolean gated,
        boolean ties,
        boolean headBias,
        HeadNorm headNorm,
        String headNormKey,
        boolean headNormByDefault,
        Windows windows,
        Positions positions,
        List<Bias> biases) {

    enum Place {
        QKV,
        OUT,
        MLP
    }

    /// A key that gives some linear layers a bias; `byDefault` where it is absent. An empty key is
    /// for families that leave no choice.
    record Bias(String key, boolean byDefault, Set<Place> places) {}

    /// Which layers see a window only, when config.json has no `layer_types`.
    enum Windows {
        /// All, when `sliding_window` is set.
        ALL,
        /// None unless `use_sliding_window`, and then those from `max_window_layers` on.
        ON_REQUEST,
        /// Every layer but the last of each `sliding_window_pattern` or two.
        BUT_EVERY_SECOND,
        BUT_EVERY_FOURTH,
        BUT_EVERY_SIXTH,
        NEVER
    }

    enum Positions {
        ROTARY,
        LEARNED,
        /// OPT keeps two rows for padding.
        LEARNED_WITH_TWO_MORE,
        NONE
    }

    static Family like(String name) {
        return new Family(
                name,
                Norm.Kind.RMS,
                2,
                true,
                false,
                false,
                HeadNorm.NONE,
                "",
                false,
                Windows.NEVER,
                Positions.ROTARY,
                List.of());
    }

    Family norms(Norm.Kind kind, int perLayer) {
        return new Family(
                name,
                kind,
                perLayer,
                gated,
                ties,
                headBias,
                headNorm,
                headNormKey,
                headNormByDefault,
                windows,
                positions,
                biases);
    }

    Family plain() {
        return new Family(
                name,
                norm,
                normsPerLayer,
                false,
                ties,
                headBias,
                headNorm,
                headNormKey,
                headNormByDefault,
                windows,
                positions,
                biases);
    }

    Family tied() {
        return new Family(
                name,
                norm,
                normsPerLayer,
                gated,
                true,
                headBias,
                headNorm,
                headNormKey,
                headNormByDefault,
                windows,
                positions,
                biases);
    }

    Family headBiased() {
        return new Family(
                name,
                norm,
                normsPerLayer,
                gated,
                ties,
                true,
                headNorm,
                headNormKey,
                headNormByDefault,
                windows,
                positions,
                biases);
    }

    Family headNorm(HeadNorm kind) {
        return headNorm(kind, "", true);
    }

    Family headNorm(HeadNorm kind, String key, boolean byDefault) {
        return new Family(
                name,
                norm,
                normsPerLayer,
                gated,
                ties,
                headBias,
                kind,
                key,
                byDefault,
                windows,
                positions,
                biases);
    }

    Family windows(Windows kind) {
        return new Family(
                name,
                norm,
                normsPerLayer,
                gated,
                ties,
                headBias,
                headNorm,
                headNormKey,
                headNormByDefault,
                kind,
                positions,
                biases);
    }

    Family positions(Positions kind) {
        return new Family(
                name,
                norm,
                normsPerLayer,
                gated,
                ties,
                headBias,
                headNorm,
                headNormKey,
                headNormByDefault,
                windows,
                kind,
                biases);
    }

    Family bias(String key, boolean byDefault, Place... places) {
        List<Bias> more = new ArrayList<>(biases);
        more.add(new Bias(key, byDefault, EnumSet.copyOf(Arrays.asList(places))));
        return new Family(
                name,
                norm,
                normsPerLayer,
                gated,
                ties,
                headBias,
                headNorm,
                headNormKey,
                headNormByDefault,
                windows,
                positions,
                List.copyOf(more));
    }

    Family always(Place... places) {
        return bias("", true, places);
    }

    boolean biased(ModelConfig config, Place place) {
        boolean biased = false;
        for (Bias bias : biases) {
            boolean on =
                    bias.key().isEmpty()
                            ? bias.byDefault()
                            : config.flag(bias.key(), bias.byDefault());
            biased |= on && bias.places().contains(place);
        }
        return biased;
    }
}
