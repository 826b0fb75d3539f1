package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.family.Family.Windows;
import dev.llmprof.model.shape.Mixer;
import java.util.ArrayList;
import java.util.List;

/// Which layers see only the positions of a sliding window.
final class Windowing {
    private Windowing() {}

    /// Positions in a window, or [Mixer#UNLIMITED].
    static long window(ModelConfig config, Family family, Sizes sizes) {
        config.ignore("global_attn_every_n_layers");
        long chunk =
                config.whole(0, "attention_chunk_size", "window_size", "attention_window_size");
        long window = sizes.or("window", 0);
        boolean chunked = family.windows() == Windows.CHUNKS || window == 0;
        long found = chunked ? chunk : window;
        return found > 0 ? found : Mixer.UNLIMITED;
    }

    static List<Boolean> layers(ModelConfig config, Family family, int layers, long window) {
        List<?> unrotated = config.list("no_rope_layers");
        List<Boolean> windowed = new ArrayList<>();
        for (int layer = 0; layer < layers; layer++) {
            boolean last = family.has("last_whole") && layer == layers - 1;
            boolean first = family.has("first_whole") && layer == 0;
            boolean named = !last && !first && byFamily(config, family, layer, unrotated);
            windowed.add(named && window < Mixer.UNLIMITED);
        }
        return windowed;
    }

    private static boolean byFamily(
            ModelConfig config, Family family, int layer, List<?> unrotated) {
        return switch (family.windows()) {
            case NEVER -> false;
            case ALL -> true;
            case REQUEST ->
                    config.flag("use_sliding_window", false)
                            && layer >= config.whole(0, "max_window_layers");
            case EVERY_OTHER -> layer % 2 == 1;
            case CHUNKS ->
                    unrotated.isEmpty()
                            ? (layer + 1) % 4 != 0
                            : ((Number) unrotated.get(layer)).intValue() == 1;
            case BUT_EVERY -> butEvery(config, family.windowEvery(), layer);
        };
    }

    private static boolean butEvery(ModelConfig config, long otherwise, int layer) {
        long every =
                config.whole(
                        otherwise,
                        "sliding_window_pattern",
                        "_sliding_window_pattern",
                        "global_attn_every_n_layers");
        return every == 0 || (layer + 1) % every != 0;
    }
}
