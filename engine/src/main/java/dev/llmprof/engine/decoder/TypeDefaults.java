package dev.llmprof.engine.decoder;

import dev.llmprof.engine.weights.ConfigKeys;

/// What the configuration class of a model type in transformers assumes of keys that a config.json
/// does not have. Zero heads are as many as queries have, a zero head is the quotient, a zero
/// window is none.
record TypeDefaults(
        double normEpsilon,
        int keyValueHeads,
        int headSize,
        int window,
        int fullLayers,
        int positions) {
    static TypeDefaults of(String type) {
        return switch (type) {
            case "qwen2" -> new TypeDefaults(1e-6, 32, 0, 4096, 28, 32_768);
            case "qwen3" -> new TypeDefaults(1e-6, 32, 128, 4096, 28, 32_768);
            case "mistral" -> new TypeDefaults(1e-6, 8, 0, 4096, 0, 131_072);
            case "mixtral" -> new TypeDefaults(1e-5, 8, 0, 0, 0, 131_072);
            default -> new TypeDefaults(1e-6, 0, 0, 0, 0, 2048);
        };
    }

    int keyValueHeads(ConfigKeys keys, int heads) {
        boolean silent = keys.config().path("num_key_value_heads").isMissingNode();
        return keys.positiveOr(
                "num_key_value_heads", silent && keyValueHeads > 0 ? keyValueHeads : heads);
    }

    int headSize(ConfigKeys keys, int quotient) {
        boolean silent = keys.config().path("head_dim").isMissingNode();
        return keys.positiveOr("head_dim", silent && headSize > 0 ? headSize : quotient);
    }

    /// A window that is null is none.
    int window(ConfigKeys keys) {
        boolean silent = keys.config().path("sliding_window").isMissingNode();
        return silent ? window : keys.integerOr("sliding_window", 0);
    }
}
