package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import java.util.Optional;

/// How much of a head rotary positions turn.
final class Rotary {
    private Rotary() {}

    static double part(ModelConfig config, Family family) {
        return config.number("partial_rotary_factor")
                .or(() -> config.number("rotary_pct"))
                .or(() -> inner(config, "rope_parameters"))
                .or(() -> inner(config, "rope_scaling"))
                .or(() -> family.word("rotary=").map(Double::parseDouble))
                .orElse(1.0);
    }

    private static Optional<Double> inner(ModelConfig config, String key) {
        return config.inner(key).flatMap(rope -> rope.number("partial_rotary_factor"));
    }
}
