package dev.llmprof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.Manifest.Verdict;
import dev.llmprof.pipeline.ManifestFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RunsCommandTest {
    @TempDir private Path root;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @BeforeEach
    void threeRunsAndSomethingElse() throws IOException {
        for (int day = 1; day <= 3; day++) {
            Path run = root.resolve("run" + day);
            Files.createDirectories(run.resolve("nsys"));
            ManifestFile.write(manifest(day), run);
        }
        Files.createDirectory(root.resolve("mine"));
    }

    @Test
    void listsTheNewestFirst() {
        run("list", "--root", root.toString());

        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertEquals(3, lines.size());
        assertTrue(lines.getFirst().contains("run3") && lines.getLast().contains("run1"));
    }

    @Test // B30
    void keepsTheNewestAndNeverTouchesWhatIsNoRun() {
        run("clean", "--root", root.toString(), "--keep", "1", "--dry-run");
        assertTrue(Files.exists(root.resolve("run1")));

        run("clean", "--root", root.toString(), "--keep", "1");

        assertTrue(Files.exists(root.resolve("run3")));
        assertFalse(Files.exists(root.resolve("run1")));
        assertFalse(Files.exists(root.resolve("run2")));
        assertTrue(Files.exists(root.resolve("mine")));
    }

    private void run(String... words) {
        var console =
                Console.of(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        Map.of(),
                        Console.Volume.NORMAL);
        assertEquals(0, new CommandLine(new RunsCommand(console)).execute(words));
    }

    private static Manifest manifest(int day) {
        return new Manifest(
                "0.1.0",
                Instant.parse("2026-11-0" + day + "T00:00:00Z"),
                Optional.empty(),
                List.of("run"),
                "/runs/" + day,
                Verdict.DONE,
                List.of());
    }
}
