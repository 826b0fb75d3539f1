package dev.llmprof.model;

import java.util.List;
import java.util.Optional;

/// Jamba's layers: attention in one of every few, state space in the rest.
final class StateSpaceReader {
    private StateSpaceReader() {}

    static void replace(List<Mixer> mixers, ModelConfig config, long hidden) {
        long period = config.whole(8, "attn_layer_period");
        long offset = config.whole(4, "attn_layer_offset");
        List<?> types = config.list("layer_types");
        Mixer space = space(config, hidden);
        for (int layer = 0; layer < mixers.size(); layer++) {
            boolean attends =
                    types.isEmpty()
                            ? layer % period == offset
                            : String.valueOf(types.get(layer)).endsWith("attention")
                                    && !types.get(layer).equals("linear_attention");
            if (!attends) {
                mixers.set(layer, space);
            }
        }
    }

    private static Mixer space(ModelConfig config, long hidden) {
        config.ignore("use_mamba_kernels", "use_associative_scan", "use_mambapy");
        Optional<String> rank = config.text("mamba_dt_rank");
        long automatic = Math.ceilDiv(hidden, 16);
        return new Mixer.StateSpace(
                hidden * config.whole(2, "mamba_expand"),
                config.whole(16, "mamba_d_state"),
                config.whole(4, "mamba_d_conv"),
                rank.isPresent() ? automatic : config.whole(automatic, "mamba_dt_rank"),
                config.flag("mamba_conv_bias", true),
                config.flag("mamba_proj_bias", false));
    }
}
