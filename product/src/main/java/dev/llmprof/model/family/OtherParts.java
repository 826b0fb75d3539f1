package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

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
