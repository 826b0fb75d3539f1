package dev.llmprof.engine.builtin;

import dev.llmprof.cache.Cache;
import dev.llmprof.cache.Key;
import dev.llmprof.engine.weights.Json;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// Models with nothing to load: weights from a seed, written once as a normal Hugging Face folder.
/// The product counts the same `NAME.json` on paper.
public enum TinyModel {
    /// The default: DeepSeek-OCR's whole structure in small.
    OCR("tiny"),
    /// Llama in small.
    TEXT("tiny_text");

    private final String modelName;

    TinyModel(String modelName) {
        this.modelName = modelName;
    }

    public static Optional<TinyModel> named(String name) {
        return Arrays.stream(values()).filter(model -> model.modelName.equals(name)).findFirst();
    }

    public Path folder(Cache cache, long seed) {
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

    private byte[] config() {
        String resource = "/dev/llmprof/workload/" + modelName + ".json";
        try (InputStream stream = Problem.class.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalStateException(resource + " is not in the product's jar");
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + resource, e);
        }
    }
}
