package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Model;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What a config describes beside its text model: encoders of pictures, sound and speech, decoders
/// of sound.
final class OtherParts {
    private static final Set<String> TEXT =
            Set.of("text_config", "language_config", "llm_config", "thinker_config");

    /// Objects that describe no tensors.
    private static final Pattern NONE =
            Pattern.compile(
                    "(quantization|compression|generation|rope|linear_attn|attn|ffn|per_layer|initializer"
                            + "|moe|tokenizer|task|lora|mup|mtp|flash|cache)_config|preprocessor_config");

    /// Older configs name a tower instead of describing it.
    private static final Pattern NAMED = Pattern.compile("mm_(vision|audio|speech)_tower");

    private static final Pattern DESCRIBED =
            Pattern.compile(
                    ".*_config|visual|(img|image|audio|speech|vision)_(processor|encoder|tower)|embd_layer");

    private OtherParts() {}

    static List<String> of(ModelConfig config) {
        return config.keys().stream()
                .filter(key -> !TEXT.contains(key) && !NONE.matcher(key).matches())
                .filter(key -> isDescribed(config, key) || isNamed(config, key))
                .sorted()
                .toList();
    }

    /// That the text is not all there is.
    static Optional<String> note(ModelConfig config) {
        if (!of(config).isEmpty()) {
            return Optional.of(Model.ONLY_TEXT);
        }
        return isSilentOfEyes(config)
                ? Optional.of(
                        "only the text model is counted; this config.json does not describe its"
                                + " vision encoder")
                : Optional.empty();
    }

    /// Whether it is of a type that sees, without a word of its eyes: the class builds some then,
    /// not those of a published model. A class for text alone has none.
    private static boolean isSilentOfEyes(ModelConfig config) {
        boolean sees =
                Stream.of("tower=", "grid=")
                        .anyMatch(word -> Families.word(config.modelType(), word).isPresent());
        boolean blind =
                config.architectures().stream().anyMatch(name -> name.endsWith("ForCausalLM"));
        return sees
                && !blind
                && !config.has("vision_config")
                && !Families.has(config.modelType(), "may_be_blind");
    }

    /// They and the text model itself are told apart, not as keys nobody understood.
    static void ignoreIn(ModelConfig text, List<String> others) {
        text.ignore(others.toArray(String[]::new));
        text.ignore(TEXT.toArray(String[]::new));
    }

    private static boolean isDescribed(ModelConfig config, String key) {
        return DESCRIBED.matcher(key).matches()
                && config.inner(key).filter(inner -> !inner.keys().isEmpty()).isPresent();
    }

    private static boolean isNamed(ModelConfig config, String key) {
        return NAMED.matcher(key).matches() && config.text(key).isPresent();
    }
}
