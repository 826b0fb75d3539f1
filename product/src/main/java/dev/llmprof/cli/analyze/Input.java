package dev.llmprof.cli.analyze;

import dev.llmprof.trace.FileKind;
import java.nio.file.Path;

/// A capture to read: a file and what it is. The path `-` is standard input.
record Input(Path path, FileKind kind, long bytes) {
    static final Path STANDARD_INPUT = Path.of("-");

    boolean isStandardInput() {
        return path.equals(STANDARD_INPUT);
    }
}
