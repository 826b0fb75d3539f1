package dev.llmprof.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Nothing stale gets into a golden file.
class GoldenTest {
    @TempDir private Path folder;

    @Test
    void refusesCachesThatHoldSomething() throws IOException {
        Files.writeString(folder.resolve("old"), "");
        var refused = assertThrows(IllegalStateException.class, () -> new EmptyCache(folder));
        assertEquals(
                "golden files are approved only from a run with empty caches; rm -r " + folder,
                refused.getMessage());
    }

    @Test
    void refusesARunThatHadItsCachesElsewhere() {
        var cache = new EmptyCache(folder.resolve("cache"));
        var refused =
                assertThrows(
                        IllegalStateException.class,
                        () -> Golden.check("everything.md", "", cache));
        assertEquals(
                "the run did not use the empty caches it was given in " + folder.resolve("cache"),
                refused.getMessage());
    }
}
