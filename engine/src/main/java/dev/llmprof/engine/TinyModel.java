package dev.llmprof.engine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// The default model: DeepSeek-OCR's whole structure in small, weights from a seed, written once as
/// a normal Hugging Face folder. The product counts the same `tiny.json` on paper.
final class TinyModel {
    private static final String CONFIG = "/dev/llmprof/model/tiny.json";

    /// Goes up when the folder's content changes.
    private static final int VERSION = 1;

    private TinyModel() {}

    static Path folder(Cache cache, long seed) {
        return cache.folder(
                "models/tiny-" + VERSION + "-seed" + seed, folder -> write(folder, seed));
    }

    private static void write(Path folder, long seed) throws IOException {
        JsonNode config = Json.MAPPER.readTree(config());
        Files.write(folder.resolve("config.json"), config());
        TinyTokenizer.write(folder);
        TinyWeights.write(config, seed, folder.resolve("model-00001-of-000001.safetensors"));
    }

    private static byte[] config() throws IOException {
        try (InputStream stream = Problem.class.getResourceAsStream(CONFIG)) {
            if (stream == null) {
                throw new IllegalStateException(CONFIG + " is not in the product's jar");
            }
            return stream.readAllBytes();
        }
    }
}
