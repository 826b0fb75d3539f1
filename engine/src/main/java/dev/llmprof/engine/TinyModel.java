package dev.llmprof.engine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// Models with nothing to load: weights from a seed, written once as a normal Hugging Face folder.
/// The product counts the same `NAME.json` on paper.
enum TinyModel {
    /// The default: DeepSeek-OCR's whole structure in small.
    OCR("tiny"),
    /// Llama in small.
    TEXT("tiny_text");

    /// Goes up when the folders' content changes.
    private static final int VERSION = 1;

    private final String modelName;

    TinyModel(String modelName) {
        this.modelName = modelName;
    }

    static Optional<TinyModel> named(String name) {
        return Arrays.stream(values()).filter(model -> model.modelName.equals(name)).findFirst();
    }

    Path folder(Cache cache, long seed) {
        return cache.folder(
                "models/" + modelName + "-" + VERSION + "-seed" + seed,
                folder -> write(folder, seed));
    }

    private void write(Path folder, long seed) throws IOException {
        JsonNode config = Json.MAPPER.readTree(config());
        Files.write(folder.resolve("config.json"), config());
        TinyTokenizer.write(folder);
        TinyWeights.write(config, seed, folder.resolve("model-00001-of-000001.safetensors"));
    }

    private byte[] config() throws IOException {
        String resource = "/dev/llmprof/model/" + modelName + ".json";
        try (InputStream stream = Problem.class.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalStateException(resource + " is not in the product's jar");
            }
            return stream.readAllBytes();
        }
    }
}
