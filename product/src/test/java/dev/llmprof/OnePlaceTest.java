package dev.llmprof;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What may be done in one room only.
class OnePlaceTest {
    private static final Path SOURCES = Path.of("src/main/java/dev/llmprof");
    private static final Pattern FLAG =
            Pattern.compile(
                    "\"--(trace|sample|cpuctxsw|capture-range|env-var|nvtx|section|set|metrics|page"
                            + "|kernel-name|launch-skip|launch-count|target-processes|replay-mode|import)\\b");

    @Test
    void onlyTheToolRoomSpellsTheFlagsOfNsysAndNcu() throws IOException {
        assertEquals(Set.of("tool"), roomsWith(FLAG));
    }

    @Test
    void theToolRoomReadsNoTables() throws IOException {
        assertEquals(
                Set.of(),
                filesWith(Pattern.compile("java\\.nio\\.file\\.Files|Jdbc|java\\.sql"), "tool"));
    }

    @Test
    void onlyTheProcessRoomStartsPrograms() throws IOException {
        assertEquals(
                Set.of("process"),
                roomsWith(
                        Pattern.compile(
                                "ProcessBuilder|Runtime\\.getRuntime\\(\\)\\.exec|posix_spawn")));
    }

    /// Libtorch is fetched where that was asked for, and a server is loaded that was named.
    @Test
    void onlyTheseRoomsTalkToANetwork() throws IOException {
        assertEquals(
                Set.of("fetch", "load", "run/engine", "stage/server"),
                foldersWith(
                        Pattern.compile(
                                "java\\.net\\.http\\.|java\\.net\\.Socket\\b|DatagramSocket"
                                        + "|DatagramChannel|SocketChannel\\.open|SSLSocket"
                                        + "|\\.openStream\\(")));
    }

    private static Set<String> foldersWith(Pattern pattern) throws IOException {
        Set<String> folders = new TreeSet<>();
        for (String file : filesWith(pattern, "")) {
            folders.add(file.substring(0, file.lastIndexOf('/')));
        }
        return folders;
    }

    private static Set<String> roomsWith(Pattern pattern) throws IOException {
        Set<String> rooms = new TreeSet<>();
        for (String file : filesWith(pattern, "")) {
            rooms.add(file.substring(0, file.indexOf('/')));
        }
        return rooms;
    }

    private static Set<String> filesWith(Pattern pattern, String room) throws IOException {
        Set<String> found = new TreeSet<>();
        try (var files = Files.walk(SOURCES.resolve(room))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                if (pattern.matcher(Files.readString(file)).find()) {
                    found.add(SOURCES.relativize(file).toString());
                }
            }
        }
        return found;
    }
}
