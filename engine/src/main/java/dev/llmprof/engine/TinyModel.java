package dev.llmprof.engine;

import dev.llmprof.cache.Cache;
import dev.llmprof.cache.Key;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The default model: DeepSeek-OCR's whole structure in small, weights from a seed, written once as
/// a normal Hugging Face folder. The product counts the same `tiny.json` on paper.
final class TinyModel {
    private static final String CONFIG = "/dev/llmprof/model/tiny.json";

    private TinyModel() {}

    static Path folder(Cache cache, long seed) {
        return folder(cache, config(), seed);
    }

    static Path folder(Cache cache, byte[] config, long seed) {
        Key key = Key.of().with("config", config).with("seed", seed).code(TinyModel.class).key();
        return cache.folder("models", key, folder -> write(folder, config, seed));
    }

    private static void write(Path folder, byte[] config, long seed) throws IOException {
        Files.write(folder.resolve("config.json"), config);
        TinyTokenizer.write(folder);
        TinyWeights.write(
                Json.MAPPER.readTree(config),
                seed,
                folder.resolve("model-00001-of-000001.safetensors"));
    }

    private static byte[] config() {
        try (InputStream stream = Problem.class.getResourceAsStream(CONFIG)) {
            if (stream == null) {
                throw new IllegalStateException(CONFIG + " is not in the product's jar");
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + CONFIG, e);
        }
    }
}
