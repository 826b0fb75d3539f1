package dev.llmprof.model;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Model;
import java.nio.charset.StandardCharsets;

/// Models for tests, from the text of a config.json.
public final class ModelFixtures {
    private ModelFixtures() {}

    public static Model of(String json) {
        return Architectures.read(
                ModelConfig.parse(json.getBytes(StandardCharsets.UTF_8), "config.json"));
    }
}
