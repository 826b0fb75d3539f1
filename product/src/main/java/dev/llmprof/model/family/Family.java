package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Mixer.Grouped.HeadNorm;
import dev.llmprof.model.shape.Operator.Norm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// What a `model_type` decides, as its words in one of [FamilyFiles] have it.
///
/// `words` are all of them, for the switches that one or two families have; the rest is what most
/// readers ask for.
record Family(
        String name,
        Norm.Kind norm,
        int normsPerLayer,
        HeadNorm headNorm,
        String headNormKey,
        Windows windows,
        int windowEvery,
        Positions positions,
        List<Bias> biases,
        Set<String> words) {

    enum Place {
        QKV,
        OUT,
        MLP
    }

    /// A key that gives some linear layers a bias; `byDefault` where nobody says. An empty key is
    /// for families that leave no choice.
    record Bias(String key, boolean byDefault, Set<Place> places) {}

    /// Which layers see a window only, when config.json has no `layer_types`.
    enum Windows {
        /// All, when `sliding_window` is set.
        ALL,
        /// None unless `use_sliding_window`, and then those from `max_window_layers` on.
        REQUEST,
        /// Every layer but the last of each few.
        BUT_EVERY,
        /// The second, the fourth and so on.
        EVERY_OTHER,
        /// Chunks of `attention_chunk_size`, in layers that have rotary positions.
        CHUNKS,
        NEVER
    }

    enum Positions {
        ROTARY,
        LEARNED,
        /// OPT keeps two rows for padding.
        LEARNED_WITH_TWO_MORE,
        NONE
    }

    Family {
        biases = List.copyOf(biases);
        words = Set.copyOf(words);
    }

    /// Of the words after its name.
    static Family of(String name, List<String> words) {
        Norm.Kind norm = Norm.Kind.RMS;
        List<Bias> biases = new ArrayList<>();
        for (String word : words) {
            norm = NormWords.kind(word).orElse(norm);
            if (word.startsWith("bias=")) {
                biases.add(bias(word.substring("bias=".length())));
            }
        }
        String[] heads = last(words, "qk=", "none").split(":", -1);
        String window = last(words, "window=", "never");
        boolean every = Character.isDigit(window.charAt(0));
        return new Family(
                name,
                norm,
                Integer.parseInt(last(words, "norms=", "2")),
                HeadNorm.valueOf(heads[0].toUpperCase(Locale.ROOT)),
                heads.length > 1 ? heads[1] : "",
                every ? Windows.BUT_EVERY : Windows.valueOf(window.toUpperCase(Locale.ROOT)),
                every ? Integer.parseInt(window) : 0,
                Positions.valueOf(last(words, "positions=", "rotary").toUpperCase(Locale.ROOT)),
                biases,
                Set.copyOf(words));
    }

    private static Bias bias(String text) {
        String[] parts = text.split(":", -1);
        Set<Place> places = EnumSet.noneOf(Place.class);
        for (char letter : parts[0].toCharArray()) {
            places.add(
                    switch (letter) {
                        case 'q' -> Place.QKV;
                        case 'o' -> Place.OUT;
                        case 'm' -> Place.MLP;
                        default -> throw new IllegalStateException("bias=" + text);
                    });
        }
        boolean always = parts.length == 1;
        String key = always ? "" : parts[1].replace("+", "");
        return new Bias(key, always || parts[1].endsWith("+"), places);
    }

    private static String last(List<String> words, String prefix, String otherwise) {
        return words.stream()
                .filter(word -> word.startsWith(prefix))
                .reduce((_, later) -> later)
                .map(word -> word.substring(prefix.length()))
                .orElse(otherwise);
    }

    Optional<String> word(String prefix) {
        return words.stream()
                .filter(word -> word.startsWith(prefix))
                .map(word -> word.substring(prefix.length()))
                .findFirst();
    }

    boolean has(String word) {
        return words.contains(word);
    }

    boolean gated() {
        return !has("plain");
    }

    /// Whether layers are nothing but a state, as Mamba's are.
    boolean isStateOnly() {
        return has("inner=none");
    }

    /// Norms on queries and keys, where no key of the config switches them off.
    HeadNorm headNorm(ModelConfig config) {
        if (headNorm == HeadNorm.NONE || headNormKey.isEmpty()) {
            return headNorm;
        }
        boolean on = config.flag(headNormKey.replace("+", ""), headNormKey.endsWith("+"));
        return on ? headNorm : HeadNorm.NONE;
    }

    boolean biased(ModelConfig config, Place place) {
        boolean biased = false;
        boolean published = isPublished(config);
        for (Bias bias : biases) {
            boolean on =
                    bias.key().isEmpty()
                            ? bias.byDefault()
                            : config.flag(bias.key(), bias.byDefault() || published);
            biased |= on && bias.places().contains(place);
        }
        return biased;
    }

    /// Whether the sizes are those of published models that say less than they have.
    private boolean isPublished(ModelConfig config) {
        return word("biased_where=")
                .filter(sizes ->
                        Arrays.stream(sizes.split(","))
                                .map(size -> size.split(":", 2))
                                .allMatch(size ->
                                        config.whole(0, size[0]) == Long.parseLong(size[1])))
                .isPresent();
    }
}
