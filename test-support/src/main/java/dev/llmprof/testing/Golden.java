package dev.llmprof.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Compares with what was read and approved; `-Dgolden=write` rewrites it, so read the difference.
public final class Golden {
    private static final Path FOLDER = Path.of("src/test/resources/golden");

    private Golden() {}

    /// For what is computed from the repository's files alone.
    public static void check(String name, String actual) throws IOException {
        Path file = FOLDER.resolve(name);
        if ("write".equals(System.getProperty("golden"))) {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, actual);
        }
        assertEquals(Files.readString(file), actual, "golden file " + name);
    }

    /// For what a run left: behind a cache something stale could hide, so it had an empty one.
    public static void check(String name, String actual, EmptyCache cache) throws IOException {
        cache.requireUsed();
        check(name, actual);
    }
}
