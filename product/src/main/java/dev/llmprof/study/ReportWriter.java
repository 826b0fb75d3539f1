package dev.llmprof.study;

import dev.llmprof.pipeline.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Puts reports where they belong; a reader sees the old one or the new one, whole.
final class ReportWriter {

    private ReportWriter() {}

    static void write(Path directory, Map<String, String> files) throws IOException {
        for (var file : files.entrySet()) {
            Path target = directory.resolve(file.getKey()).toAbsolutePath();
            Files.createDirectories(target.getParent());
            AtomicFile.write(target, file.getValue());
        }
    }
}
