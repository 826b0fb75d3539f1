package dev.llmprof.model;

import java.util.ArrayList;
import java.util.List;

/// Which layers see only the positions of a sliding window.
final class Windowing {
    private Windowing() {}

    /// Positions in a window, or [Mixer#UNLIMITED].
    static long window(ModelConfig config, Family family, Sizes sizes) {
        long window = config.whole(sizes.or("window", 0), "attention_chunk_size", "window_size");
        if (window > 0) {
            return window;
        }
        return switch (family.name()) {
            case "gemma2", "gemma3_text", "cohere2", "olmo3" -> 4096;
            case "gpt_oss" -> 128;
            default -> Mixer.UNLIMITED;
        };
    }

    static List<Boolean> layers(ModelConfig config, Family family, int layers, long window) {
        List<?> types = config.list("layer_types");
        List<?> unrotated = config.list("no_rope_layers");
        List<Boolean> windowed = new ArrayList<>();
        for (int layer = 0; layer < layers; layer++) {
            boolean named =
                    types.isEmpty()
                            ? byFamily(config, family, layer, unrotated)
                            : !String.valueOf(types.get(layer)).endsWith("full_attention")
                                    && !String.valueOf(types.get(layer)).equals("attention");
            windowed.add(named && window < Mixer.UNLIMITED);
        }
        return windowed;
    }

    private static boolean byFamily(
            ModelConfig config, Family family, int layer, List<?> unrotated) {
        if (family.name().equals("llama4_text")) {
            return unrotated.isEmpty()
                    ? (layer + 1) % 4 != 0
                    : ((Number) unrotated.get(layer)).intValue() == 1;
        }
        if (family.name().equals("gpt_neo")) {
            return layer % 2 == 1;
        }
        return switch (family.windows()) {
            case NEVER -> false;
            case ALL -> true;
            case ON_REQUEST ->
                    config.flag("use_sliding_window", false)
                            && layer >= config.whole(0, "max_window_layers");
            case BUT_EVERY_SECOND -> butEvery(config, 2, layer);
            case BUT_EVERY_FOURTH -> butEvery(config, 4, layer);
            case BUT_EVERY_SIXTH -> butEvery(config, 6, layer);
        };
    }

    private static boolean butEvery(ModelConfig config, long otherwise, int layer) {
        long every = config.whole(otherwise, "sliding_window_pattern", "_sliding_window_pattern");
        return every == 0 || (layer + 1) % every != 0;
    }
}
