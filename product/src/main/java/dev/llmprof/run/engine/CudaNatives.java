package dev.llmprof.run.engine;

import dev.llmprof.cache.Cache;
import dev.llmprof.cache.Key;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/// libtorch's natives for CUDA in the user's cache: whether they are there, and whether the engine
/// is to take them. Both go by their digest, so another llmprof with another libtorch starts anew.
public record CudaNatives(Artifact artifact, Cache cache) {
    private static final String KIND = "libtorch-cuda";
    private static final String CHOICE = "engine-build";
    private static final String CHOSEN = "build";

    /// A file of a Maven repository, and what it must turn out to be.
    public record Artifact(String path, long bytes, long unpackedBytes, String sha256) {

        /// The one that goes with this engine.
        static Artifact shipped() {
            try (InputStream in =
                    CudaNatives.class.getResourceAsStream("libtorch-cuda.properties")) {
                var keys = new Properties();
                keys.load(in);
                return new Artifact(
                        keys.getProperty("path"),
                        Long.parseLong(keys.getProperty("bytes")),
                        Long.parseLong(keys.getProperty("unpackedBytes")),
                        keys.getProperty("sha256"));
            } catch (IOException e) {
                throw new UncheckedIOException("reading our own resource", e);
            }
        }

        String name() {
            return path.substring(path.lastIndexOf('/') + 1);
        }
    }

    /// Whole and as it was fetched.
    public Optional<Path> fetched() {
        return cache.file(KIND, artifact.name(), artifact.sha256());
    }

    public Path fetch(Cache.Source source) throws IOException {
        return cache.fetch(KIND, artifact.name(), artifact.sha256(), source);
    }

    /// What the engine is to take, if not what came with it.
    public Optional<Path> chosen() {
        return cache.find(CHOICE, choice())
                .filter(folder -> read(folder.resolve(CHOSEN)).equals("cuda"))
                .flatMap(_ -> fetched());
    }

    public void choose(boolean cuda) {
        String word = cuda ? "cuda" : "cpu";
        cache.keep(CHOICE, choice(), folder -> Files.writeString(folder.resolve(CHOSEN), word));
        if (chosen().isPresent() != cuda) {
            throw new Problem(
                            "the choice cannot be kept",
                            cache.location().toString(),
                            "XDG_CACHE_HOME=DIR with a folder that is yours")
                    .found();
        }
    }

    private Key choice() {
        return Key.of().with("build", artifact.sha256()).key();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException _) {
            return "";
        }
    }
}
