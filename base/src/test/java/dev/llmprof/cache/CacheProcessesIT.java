package dev.llmprof.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One cache and several processes, users and disks. Disks are mounted in a namespace of their own;
/// that and being another user need root.
class CacheProcessesIT {
    private static final int NOBODY = 65534;

    @TempDir private Path home;

    private Path built = Path.of("target").toAbsolutePath();

    /// What a process left.
    record Ended(int code, String out, String err) {}

    @Test
    void processesAtOnceShareOneEntry() throws Exception {
        List<Process> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            all.add(start(List.of(), "one", "2000"));
        }
        for (Process each : all) {
            Ended ended = ended(each);
            assertEquals(0, ended.code(), ended.err());
            assertTrue(ended.out().endsWith(" right " + entry("one") + "\n"), ended.out());
            assertEquals("", ended.err());
        }
        assertEquals(List.of(".lock", key("one").name()), names());
    }

    @Test
    void aKilledProcessLeavesNothingThatCountsAsAnEntry() throws Exception {
        Process killed = start(List.of(), "forever", "1");
        try (var out = killed.inputReader(StandardCharsets.UTF_8)) {
            assertEquals("making", out.readLine());
            killed.destroyForcibly().waitFor();
        }
        assertEquals(1, names().size());
        assertTrue(names().getFirst().startsWith(".making-"), names()::toString);
        assertEquals("made right " + entry("one") + "\n", ended(start("one", "1")).out());
    }

    @Test
    void aReadOnlyHomeGivesWhatItHasAndTheRestIsMadeForOneRun() throws Exception {
        String script =
                """
                mount -t tmpfs tmpfs "$XDG_CACHE_HOME" || exit 99
                "$@" one 1
                mount -o remount,ro "$XDG_CACHE_HOME"
                "$@" one 1
                "$@" two 1
                """;
        Ended ended = ended(start(mounted(script)));
        List<String> lines = ended.out().lines().toList();
        assertEquals("made right " + entry("one"), lines.get(0), ended.err());
        assertEquals("found right " + entry("one"), lines.get(1), ended.err());
        assertTrue(lines.get(2).startsWith("made right /"), ended.out());
        assertTrue(
                ended.err()
                        .startsWith(
                                "nothing can be kept in "
                                        + home.resolve("llmprof")
                                        + " (Read-only file system); this run makes its own in "),
                ended.err());
        assertEquals(1, ended.err().lines().count(), ended.err());
        assertTrue(!Files.exists(temporary(lines.get(2))), "it goes when the run ends");
    }

    @Test
    void aFullHomeCostsOneLine() throws Exception {
        String script =
                """
                mount -t tmpfs -o size=64k tmpfs "$XDG_CACHE_HOME" || exit 99
                "$@" one 1000
                ls -A "$XDG_CACHE_HOME/llmprof/things"
                """;
        Ended ended = ended(start(mounted(script)));
        List<String> lines = ended.out().lines().toList();
        assertTrue(lines.getFirst().startsWith("made right /"), ended.out() + ended.err());
        assertEquals(1, lines.size(), "nothing is left on the full disk: " + ended.out());
        assertTrue(ended.err().contains(" (No space left on device); this run"), ended.err());
        assertEquals(1, ended.err().lines().count(), ended.err());
    }

    @Test
    void whatAUserCannotReadIsMadeAnew() throws Exception {
        List<String> nobody = asNobody();
        assertEquals("made right " + entry("one") + "\n", ended(start(nobody, "one", "1")).out());
        for (String closed : List.of("bytes", Contents.FILE, ".")) {
            close(entry("one").resolve(closed).normalize());
            Ended ended = ended(start(nobody, "one", "1"));
            assertEquals("made right " + entry("one") + "\n", ended.out(), ended.err());
            assertEquals("", ended.err());
            assertEquals(List.of(".lock", key("one").name()), names());
        }
        assertEquals("found right " + entry("one") + "\n", ended(start(nobody, "one", "1")).out());
    }

    @Test
    void aCacheThatAUserCannotReadCostsOneLine() throws Exception {
        List<String> nobody = asNobody();
        Path root = Files.createDirectory(home.resolve("llmprof"));
        Files.setAttribute(root, "unix:uid", NOBODY);
        close(root);
        Ended ended = ended(start(nobody, "one", "1"));
        assertTrue(ended.out().startsWith("made right /"), ended.out() + ended.err());
        assertTrue(
                ended.err()
                        .startsWith(
                                "nothing can be kept in "
                                        + root
                                        + " (no access to "
                                        + root.resolve("things")),
                ended.err());
        assertEquals(1, ended.err().lines().count(), ended.err());
    }

    private List<String> mounted(String script) throws Exception {
        var mount = new ProcessBuilder("unshare", "-m", "mount", "-t", "tmpfs", "x", home + "");
        assumeTrue(works(mount), "skipped: no disk can be mounted here");
        return List.of("unshare", "-m", "sh", "-c", script, "sh");
    }

    private List<String> asNobody() throws Exception {
        var user = "--reuid=" + NOBODY;
        List<String> wrapper = List.of("setpriv", user, "--clear-groups");
        var probe = new ArrayList<>(wrapper);
        probe.add("true");
        assumeTrue(works(new ProcessBuilder(probe)), "skipped: no second user can run this test");
        // The tree may lie where only its owner may look.
        Path readable = Files.createDirectory(home.resolve("built"));
        copy(built.resolve("classes"), readable.resolve("classes"));
        copy(built.resolve("test-classes"), readable.resolve("test-classes"));
        built = readable;
        Files.setAttribute(home, "unix:uid", NOBODY);
        return wrapper;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }

    private static boolean works(ProcessBuilder builder) throws InterruptedException {
        try {
            return builder.start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static void close(Path path) throws IOException {
        Files.setPosixFilePermissions(path, Set.of());
    }

    private Process start(String... words) throws IOException {
        return start(List.of(), words);
    }

    private Process start(List<String> wrapper, String... words) throws IOException {
        var argv = new ArrayList<>(wrapper);
        argv.addAll(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        built.resolve("classes") + ":" + built.resolve("test-classes"),
                        CacheProbe.class.getName()));
        argv.addAll(List.of(words));
        var builder = new ProcessBuilder(argv);
        builder.environment().put("XDG_CACHE_HOME", home.toString());
        return builder.start();
    }

    private static Ended ended(Process process) throws IOException, InterruptedException {
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out, err);
    }

    private static Key key(String name) {
        return Key.of().with("name", name).key();
    }

    private Path entry(String name) {
        return home.resolve("llmprof/things").resolve(key(name).name());
    }

    private static Path temporary(String line) {
        return Path.of(line.substring(line.indexOf('/'))).resolve("../..").normalize();
    }

    private List<String> names() throws IOException {
        try (var entries = Files.list(home.resolve("llmprof/things"))) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }
}
