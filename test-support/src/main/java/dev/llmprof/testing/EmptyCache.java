package dev.llmprof.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// A place for caches with nothing in it when a run begins. A golden file is approved only from a
/// run that was given one and used it.
public record EmptyCache(Path folder) {

    public EmptyCache {
        try {
            Files.createDirectories(folder);
            if (holdsAnything(folder)) {
                throw new IllegalStateException(
                        "golden files are approved only from a run with empty caches; rm -r "
                                + folder);
            }
        } catch (IOException e) {
            throw new IllegalStateException("no place for caches", e);
        }
    }

    public Map<String, String> environment() {
        return Map.of("XDG_CACHE_HOME", folder.toAbsolutePath().toString());
    }

    /// A run that left nothing here had what it needed from somewhere else.
    void requireUsed() throws IOException {
        if (!holdsAnything(folder)) {
            throw new IllegalStateException(
                    "the run did not use the empty caches it was given in " + folder);
        }
    }

    private static boolean holdsAnything(Path folder) throws IOException {
        try (var entries = Files.newDirectoryStream(folder)) {
            return entries.iterator().hasNext();
        }
    }
}
