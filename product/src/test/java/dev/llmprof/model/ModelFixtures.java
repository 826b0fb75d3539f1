package dev.llmprof.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/// Models for tests: real configurations where the shared data is at hand, own small ones
/// elsewhere.
final class ModelFixtures {
    private ModelFixtures() {}

    static Path shared(String path) {
        Path file = Path.of("../../shared/data").resolve(path);
        Assumptions.assumeTrue(Files.exists(file), "the shared data is not here: " + path);
        return file;
    }

    static Model shared(String model, String file) {
        return read(shared("hf-configs/" + model + "/" + file));
    }

    static Model read(Path file) {
        try {
            return of(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Model of(String json) {
        return Architectures.read(
                ModelConfig.parse(json.getBytes(StandardCharsets.UTF_8), "config.json"));
    }
}
