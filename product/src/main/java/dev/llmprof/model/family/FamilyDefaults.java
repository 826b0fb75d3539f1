package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/// What a `model_type`'s configuration class assumes where its config.json is silent.
final class FamilyDefaults {
    private FamilyDefaults() {}

    /// Of the type itself, else of the family it is read as; empty where neither has any.
    static Map<String, Object> of(String modelType, String family) {
        return row(modelType).or(() -> row(family)).orElse(Map.of());
    }

    private static Optional<Map<String, Object>> row(String modelType) {
        String start = modelType + " ";
        return modelType.isEmpty()
                ? Optional.empty()
                : ResourceText.lines("defaults.txt")
                        .filter(line -> line.startsWith(start))
                        .findFirst()
                        .map(line -> line.substring(start.length()))
                        .map(json ->
                                JsonText.object(
                                        json.getBytes(StandardCharsets.UTF_8), "defaults.txt"));
    }
}
