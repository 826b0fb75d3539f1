package dev.llmprof.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.opentest4j.TestAbortedException;

/// Captures and configurations that belong to others: read where they are, never committed. A test
/// that needs them is skipped, and says so, where they are not.
public final class SharedData {

    private SharedData() {}

    /// A file or folder below `../shared/data`, seen from the project's root.
    public static Path at(String path) {
        Path data = projectRoot().resolveSibling("shared").resolve("data").resolve(path);
        if (!Files.exists(data)) {
            throw new TestAbortedException("skipped: " + data + " is not here");
        }
        return data;
    }

    /// The same, where a test has data of its own as well: what is left out is said in the log.
    public static Optional<Path> ifHere(String path) {
        Path data = projectRoot().resolveSibling("shared").resolve("data").resolve(path);
        if (Files.exists(data)) {
            return Optional.of(data);
        }
        System.out.println("left out: shared/data/" + path + " is not here");
        return Optional.empty();
    }

    /// Tests run in a module's directory, or in the root.
    public static Path projectRoot() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve(".mvn")) ? here : here.resolve("..").normalize();
    }
}
