package dev.llmprof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.process.Command;
import dev.llmprof.process.Processes.Answer;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a first start says while Maven works, from lines that Maven printed.
class BuildProgressTest {
    private static final String CENTRAL = " from central: https://repo.example/maven2/";
    private static final String MAVEN =
            """
            fetching apache-maven-3.9.16
            [INFO] Scanning for projects...
            Downloading%1$sa/b/1/b-1.pom
            Progress (1): 2.3 kB\r                    \rDownloaded%1$sa/b/1/b-1.pom (2.3 kB at 9.0 kB/s)
            [INFO] --- compiler:3.16.0:compile (default-compile) @ llmprof ---
            [INFO] --- compiler:3.16.0:testCompile (default-testCompile) @ llmprof ---
            Downloading%1$sa/duck/2/duck-2.jar
            Downloading%1$sa/c/2/c-2.jar
            Progress (2): 30/79 MB | 0.9/1.1 MB\rProgress (2): 60/79 MB | 1.1 MB\r
            Downloaded%1$sa/c/2/c-2.jar (1.1 MB at 2.0 MB/s)
            Progress (1): 61/79 MB\r
            Downloaded%1$sa/duck/2/duck-2.jar (79 MB at 20 MB/s)
            [INFO] --- dependency:3.11.0:copy-dependencies (lib) @ llmprof-engine ---
            [llmprof] recording what start-up needs
            """
                    .formatted(CENTRAL);

    @TempDir Path directory;

    @Test
    void aLogHasALineForEachStepAndEachFiftyMegabytes() throws IOException {
        Answer answer = hear(MAVEN + "[llmprof] done\n", 0);

        assertEquals(
                List.of(
                        "  fetching Maven",
                        "  starting Maven",
                        "  fetching libraries",
                        "  compiling product",
                        "  fetched 61 MB, 1 files",
                        "  gathering the libraries of engine",
                        "  recording what start-up needs",
                        "built llmprof in (fetched 80 MB, 3 files)"),
                answer.errors().lines().map(BuildProgressTest::withoutTime).toList());
        assertEquals(0, LauncherTest.exitCode(answer));
    }

    @Test
    void theLogIsMavensWithoutItsProgress() throws IOException {
        hear(MAVEN, 0);

        List<String> log = Files.readAllLines(directory.resolve("build.log"));
        assertEquals(List.of(), log.stream().filter(line -> line.startsWith("Progress")).toList());
        assertEquals("[llmprof] recording what start-up needs", log.getLast());
        assertEquals(12, log.size());
    }

    @Test
    void aBuildThatStopsBeforeTheLastStepHasFailed() throws IOException {
        Answer answer = hear("[INFO] Scanning for projects...\n[ERROR] no\n", 0);

        assertEquals(1, LauncherTest.exitCode(answer));
        assertEquals("", answer.errors());
    }

    @Test
    void aTerminalSeesOneLineThatNeverFillsTheLastColumn() throws IOException {
        Answer answer = hear(MAVEN, 30);

        List<String> drawn = List.of(answer.errors().split("\r\u001b\\[K", -1));
        assertEquals("building llmprof  0:00  star…", drawn.get(1));
        assertTrue(drawn.stream().allMatch(line -> line.length() < 30), answer.errors());
        assertEquals("", drawn.getLast(), "taken back at the end");
        assertFalse(answer.errors().contains("\n"), answer.errors());
    }

    private Answer hear(String lines, int columns) throws IOException {
        Path maven = directory.resolve("maven.txt");
        Files.writeString(maven, lines);
        String script =
                "\"$1\" -XX:TieredStopAtLevel=1 -Dstderr.encoding=UTF-8 \"$2\" \"$3\" \"$4\" < \"$5\"";
        return new SystemProcesses(System.getenv())
                .ask(
                        Command.of(
                                "sh",
                                "-c",
                                script,
                                "sh",
                                System.getProperty("java.home") + "/bin/java",
                                SharedData.projectRoot()
                                        .resolve("product/src/launcher/BuildProgress.java")
                                        .toString(),
                                directory.resolve("build.log").toString(),
                                String.valueOf(columns),
                                maven.toString()),
                        Duration.ofMinutes(2));
    }

    private static String withoutTime(String line) {
        return line.replaceFirst("\\d+:\\d\\d ?+ ?", "");
    }
}
