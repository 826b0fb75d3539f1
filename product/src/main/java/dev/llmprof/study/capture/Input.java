package dev.llmprof.study.capture;

import dev.llmprof.trace.FileKind;
import java.nio.file.Path;

/// A capture to read: a file and what it is. The path `-` is standard input.
public record Input(Path path, FileKind kind, long bytes) {
    static final Path STANDARD_INPUT = Path.of("-");

    public boolean isStandardInput() {
        return path.equals(STANDARD_INPUT);
    }
}
