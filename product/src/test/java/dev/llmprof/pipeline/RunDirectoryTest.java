package dev.llmprof.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
    @TempDir private Path directory;

    @Test
    void twoRunsInTheSameSecondDoNotMeet() {
        Path wanted = directory.resolve("runs/20261115-142233");

        assertEquals(wanted, RunDirectory.create(wanted));
        assertEquals(wanted.resolveSibling("20261115-142233-2"), RunDirectory.create(wanted));
        assertEquals(wanted.resolveSibling("20261115-142233-3"), RunDirectory.free(wanted));
        assertEquals(wanted.resolveSibling("20261115-142233-3"), RunDirectory.create(wanted));
    }

    @Test
    void saysWhyItCannotBeMade() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");

        var found =
                assertThrows(Problem.Found.class, () -> RunDirectory.create(file.resolve("run/1")));

        Problem problem = found.problems().getFirst();
        assertTrue(problem.what().contains("cannot be made"), problem.what());
        assertEquals("hydra.run.dir=DIR with a directory you may write to", problem.fix());
    }

    @Test
    void aFileIsTheOldOneOrTheNewOneWhole() throws IOException {
        Path file = directory.resolve("manifest.json");
        AtomicFile.write(file, "old");
        AtomicFile.write(file, "new");

        assertEquals("new", Files.readString(file));
        try (var files = Files.list(directory)) {
            assertEquals(1, files.count());
        }
    }
}
