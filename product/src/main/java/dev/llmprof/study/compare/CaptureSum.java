package dev.llmprof.study.compare;

import dev.llmprof.pipeline.RunPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// By what a capture is known again where only its numbers are kept.
public record CaptureSum(long bytes, String sha256) {

    static CaptureSum of(Path file) throws IOException {
        return new CaptureSum(Files.size(file), RunPaths.sha256(file));
    }

    /// A file of another size need not be read.
    boolean isOf(Path file) throws IOException {
        return Files.size(file) == bytes && RunPaths.sha256(file).equals(sha256);
    }
}
