package dev.llmprof.engine.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Looks at a model folder without loading it.
public final class ModelFiles {
    private ModelFiles() {}

    /// How large its weights are; 0 where there are none, which loading will complain about.
    public static long bytes(Path folder) {
        if (!Files.isDirectory(folder)) {
            return 0;
        }
        long bytes = 0;
        try (var files = Files.newDirectoryStream(folder, "*.safetensors")) {
            for (Path file : files) {
                bytes += Files.size(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + folder, e);
        }
        return bytes;
    }
}
