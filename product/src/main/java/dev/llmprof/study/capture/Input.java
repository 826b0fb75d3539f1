package dev.llmprof.study.capture;

import java.nio.file.Path;

/// A capture to read: a file and how it is read. The path `-` is standard input.
public record Input(Path path, CaptureFormat format, long bytes) {
    static final Path STANDARD_INPUT = Path.of("-");

    public boolean isStandardInput() {
        return path.equals(STANDARD_INPUT);
    }
}
