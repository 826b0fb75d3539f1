package dev.llmprof.model;

import java.nio.charset.StandardCharsets;

/// Models for tests, from the text of a config.json.
final class ModelFixtures {
    private ModelFixtures() {}

    static Model of(String json) {
        return Architectures.read(
                ModelConfig.parse(json.getBytes(StandardCharsets.UTF_8), "config.json"));
    }
}
