package dev.llmprof.process;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// The files that programs write into.
final class AnswerFiles {
    private AnswerFiles() {}

    static Path temporary(String ending) {
        try {
            return Files.createTempFile("llmprof-", ending);
        } catch (IOException e) {
            throw new Problem(
                            "no temporary file can be made: " + e.getMessage(),
                            System.getProperty("java.io.tmpdir", ""),
                            "TMPDIR=DIR with a folder that you may write to and that has room")
                    .found();
        }
    }

    static void create(Path log) {
        try {
            Files.write(log, new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException("creating " + log, e);
        }
    }

    static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
