package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.console.ExitCode;
import dev.llmprof.fetch.LoopbackServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `llmprof engine --fetch` in a process of its own, from a repository on the loopback.
class EngineFetchIT {
    private static final long SHIPPED_BYTES = 457_810_679;

    @TempDir private Path directory;

    @Test
    void ctrlCInTheMiddleLeavesNothingBehind() throws Exception {
        byte[] tenth = new byte[50_000_000];
        try (var server = new LoopbackServer(LoopbackServer.hangAfter(tenth, SHIPPED_BYTES))) {
            Llmprof llmprof = fetch(server);
            llmprof.awaitWord(llmprof.err(), "10 %");
            llmprof.interrupt();

            assertEquals(ExitCode.INTERRUPTED, llmprof.exit(), llmprof.errors());
            assertTrue(
                    llmprof.errors().endsWith("interrupted; nothing was kept\n"), llmprof.errors());
        }
        assertEquals(List.of(), files());
    }

    @Test
    void aRepositoryWithoutTheFileIsSaidWithItsAddress() throws Exception {
        try (var server = new LoopbackServer(LoopbackServer.status(404))) {
            Llmprof llmprof = fetch(server);

            assertEquals(ExitCode.WRONG_INPUT, llmprof.exit());
            assertTrue(
                    llmprof.errors()
                            .endsWith(
                                    "error: the repository answers 404\n  at   "
                                            + server.address()
                                            + server.asked().getFirst()
                                            + "\n  fix  LLMPROF_MAVEN_URL=URL of a repository that"
                                            + " has the file\n"),
                    llmprof.errors());
        }
        assertEquals(List.of(), files());
    }

    private Llmprof fetch(LoopbackServer server) throws IOException {
        return Llmprof.start(
                directory,
                List.of(
                        "env",
                        "XDG_CACHE_HOME=" + directory.resolve("cache"),
                        "LLMPROF_MAVEN_URL=" + server.address()),
                List.of("engine", "--fetch"));
    }

    /// Of the cache, but for its locks.
    private List<Path> files() throws IOException {
        try (var files = Files.walk(directory.resolve("cache"))) {
            return files.filter(Files::isRegularFile).filter(f -> !f.endsWith(".lock")).toList();
        }
    }
}
