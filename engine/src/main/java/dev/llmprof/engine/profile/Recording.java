package dev.llmprof.engine.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;

/// Runs work under the profiler and leaves its trace, compressed and whole.
public record Recording(Kineto.Options options) {

    public <T> T around(Path trace, Supplier<T> work) throws IOException {
        Files.createDirectories(trace.toAbsolutePath().getParent());
        Path plain = Files.createTempFile(trace.toAbsolutePath().getParent(), ".trace-", ".json");
        var kineto = new Kineto();
        try {
            kineto.start(options);
            T result;
            try {
                result = work.get();
            } finally {
                kineto.stop(plain);
            }
            compress(plain, trace);
            return result;
        } finally {
            Files.deleteIfExists(plain);
        }
    }

    private static void compress(Path plain, Path trace) throws IOException {
        Path fresh = trace.resolveSibling(trace.getFileName() + ".part");
        try (var out = new GZIPOutputStream(Files.newOutputStream(fresh), 1 << 16)) {
            Files.copy(plain, out);
        }
        Files.move(
                fresh, trace, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
