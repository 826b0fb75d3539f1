package dev.llmprof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Executables;
import dev.llmprof.process.Processes.Answer;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The shell parts of the launchers, run by a real shell with a stand-in for Java.
class LauncherTest {
    private static final Path ROOT = SharedData.projectRoot();

    @TempDir Path directory;

    @Test
    void passesEveryArgumentUntouched() throws IOException {
        List<String> words =
                List.of("run", "a=b c", "--", "it's", "\"q\"", "$HOME", "*", "", "-x", "ünï");

        Answer answer = start(Map.of("LANG", "C.UTF-8"), words);

        List<String> seen = answer.output().lines().toList();
        int main = seen.indexOf("dev.llmprof.app.Main");
        assertEquals(words, seen.subList(main + 1, seen.size()), answer.errors());
    }

    @Test
    void givesJavaAnUnicodeLocaleWhereThereIsNone() throws IOException {
        assertTrue(start(Map.of(), List.of()).output().startsWith("C.UTF-8\n"));
        assertTrue(start(Map.of("LANG", "de_DE.UTF-8"), List.of()).output().startsWith("\n"));
    }

    @Test
    void optimisesOnlyForLongWork() throws IOException {
        String once = "-XX:TieredStopAtLevel=1";
        assertTrue(start(Map.of(), List.of("config")).output().lines().anyMatch(once::equals));
        assertTrue(start(Map.of(), List.of("model")).output().lines().anyMatch(once::equals));
        assertTrue(start(Map.of(), List.of("engine")).output().lines().noneMatch(once::equals));
        assertTrue(start(Map.of(), List.of("analyze")).output().lines().anyMatch(once::equals));
    }

    @Test
    void onlyALargeFileWaitsForItsCode() throws IOException {
        Path small = Files.writeString(directory.resolve("a small one.json"), "{}");
        assertFalse(waits("analyze", small));
        assertFalse(waits("analyze", sized("just not.json", 64 << 20)));
        assertTrue(waits("analyze", sized("a large one.json", (64 << 20) + 1)));
        assertTrue(waits("analyze", sized("packed.json.gz", (4 << 20) + 1)));
        assertFalse(waits("config", directory.resolve("a large one.json")));
    }

    private boolean waits(String command, Path file) throws IOException {
        List<String> words = List.of(command, file.toString(), "--json");
        String option = "-XX:CompileCommand=BackgroundCompilation,dev.llmprof.*::*,false";
        return start(Map.of(), words).output().lines().anyMatch(option::equals);
    }

    /// All holes.
    private Path sized(String name, long bytes) throws IOException {
        Path path = directory.resolve(name);
        try (var file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(bytes);
        }
        return path;
    }

    @Test
    void givesJavaACacheThatNobodyWroteToSinceItWasMade() throws IOException {
        Path cache = Files.writeString(directory.resolve("l.aot"), "");
        String option = "-XX:AOTCache=" + cache;
        assertFalse(startWith(cache).contains(option), "nothing says that it is whole");
        Files.writeString(directory.resolve("l.trained"), "");
        assertTrue(startWith(cache).contains(option));
        Files.setLastModifiedTime(cache, FileTime.from(Instant.now().plusSeconds(60)));
        assertFalse(startWith(cache).contains(option), "somebody wrote to it");
    }

    /// Java takes a jar of the same size for the one it knows, and would run the classes of before.
    @Test
    void givesJavaNoCacheThatIsOlderThanTheJar() throws IOException {
        Path cache = Files.writeString(directory.resolve("l.aot"), "");
        Files.writeString(directory.resolve("l.trained"), "");
        Path jar = Files.writeString(directory.resolve("a.jar"), "");
        String option = "-XX:AOTCache=" + cache;
        Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minusSeconds(60)));
        assertTrue(startWith(cache).contains(option));
        Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(60)));
        assertFalse(startWith(cache).contains(option));
    }

    @Test
    void leavesNoHalfACacheWhereTrainingFails() throws IOException {
        String half =
                """
                for word; do case $word in -XX:AOTCacheOutput=*) echo half >"${word#*=}" ;; esac; done
                case "$*" in *--version*) exit 1 ;; esac
                """;
        Path cache = Files.writeString(directory.resolve("l.aot"), "old");
        Answer answer = launcher(Map.of(), cache, half, "train \"$1\"", List.of("/dev/null"));
        assertEquals(0, exitCode(answer), answer.errors());
        try (var files = Files.list(directory)) {
            assertEquals(
                    List.of(
                            "java",
                            "l-analyze.aot",
                            "l-analyze.trained",
                            "l-config.aot",
                            "l-config.trained",
                            "l-model.aot",
                            "l-model.trained",
                            "l-version.trained",
                            "l.aot",
                            "l.trained"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
        assertEquals("half\n", Files.readString(cache));
    }

    @Test
    void takesTheFirstJdkThatIsNewEnough() throws IOException {
        Path old = jdk("old", "17.0.15");
        Path home = Files.createDirectory(directory.resolve("home"));
        Path fresh = jdk("home/.jdks/fresh", "26.0.1");

        assertEquals(
                fresh + "\n",
                find(Map.of("JAVA_HOME", old.toString(), "HOME", home.toString())).output());
        assertEquals(
                fresh + "\n",
                find(Map.of("JAVA_HOME", fresh.toString(), "HOME", "/nowhere")).output());
    }

    @Test
    void followsTheJavaOfThePathToItsJdk() throws IOException {
        jdk("none/a", "25.0.1");
        Path kept = jdk("none/b", "26.0.1");
        Files.createSymbolicLink(directory.resolve("none/aa"), kept);
        Path elsewhere = jdk("elsewhere", "27");

        assertEquals(kept + "\n", findWithJavaOnPath(kept).output());
        assertEquals(elsewhere + "\n", findWithJavaOnPath(elsewhere).output());
    }

    /// A link to a link, as systems have it.
    private Answer findWithJavaOnPath(Path jdk) throws IOException {
        Path java = pathWithoutJava().resolve("java");
        Path between = directory.resolve("alternative");
        Files.deleteIfExists(java);
        Files.deleteIfExists(between);
        Files.createSymbolicLink(between, jdk.resolve("bin/java"));
        Files.createSymbolicLink(java, between);
        return find(Map.of("HOME", "/nowhere"));
    }

    @Test
    void saysWhereItLookedWhenThereIsNoJdk() throws IOException {
        Path old = jdk("old", "24.0.2");

        Answer answer = find(Map.of("JAVA_HOME", old.toString()));

        assertEquals(1, exitCode(answer));
        assertTrue(answer.errors().startsWith("no JDK 25 or newer was found\n"), answer.errors());
        assertTrue(answer.errors().contains("\n  " + old + "\n"), answer.errors());
        assertTrue(answer.errors().contains("  fix  install one"), answer.errors());
    }

    private Answer start(Map<String, String> environment, List<String> words) throws IOException {
        return start(environment, Path.of("/no.aot"), words);
    }

    private List<String> startWith(Path cache) throws IOException {
        return start(Map.of(), cache, List.of("doctor")).output().lines().toList();
    }

    private Answer start(Map<String, String> environment, Path cache, List<String> words)
            throws IOException {
        String java = "echo \"$LC_CTYPE\"\nprintf '%s\\n' \"$@\"\n";
        return launcher(environment, cache, java, "start \"$@\"", words);
    }

    /// One line of shell after the launchers' common part, with a script in Java's place.
    private Answer launcher(
            Map<String, String> environment,
            Path cache,
            String standIn,
            String line,
            List<String> words)
            throws IOException {
        Path java = Files.writeString(directory.resolve("java"), "#!/bin/sh\n" + standIn);
        assertTrue(java.toFile().setExecutable(true));
        String script =
                """
                java=$1 jar=${1%/*}/a.jar home=/home engine=/engine cache=$3 captures=/captures
                . "$2"
                shift 3
                """
                        + line;
        var launcher = ROOT.resolve("product/src/launcher/start").toString();
        return shell(
                environment,
                Stream.concat(
                                Stream.of(
                                        "sh",
                                        "-c",
                                        script,
                                        "sh",
                                        java.toString(),
                                        launcher,
                                        cache.toString()),
                                words.stream())
                        .toList());
    }

    /// The finder with its fixed places moved below the test's directory.
    private Answer find(Map<String, String> environment) throws IOException {
        String finder = Files.readString(ROOT.resolve(".mvn/find-jdk"));
        Path moved = directory.resolve("find-jdk");
        Files.writeString(moved, finder.replace("/usr/lib/jvm/", directory + "/none/"));
        String script = ". \"$1\"; find_jdk && echo \"$JDK_HOME\"";
        var withoutJava = new HashMap<>(environment);
        withoutJava.put("PATH", pathWithoutJava().toString());
        return shell(withoutJava, List.of("/bin/sh", "-c", script, "sh", moved.toString()));
    }

    private Path pathWithoutJava() throws IOException {
        Path bin = Files.createDirectories(directory.resolve("bin"));
        for (String program : List.of("cat", "readlink")) {
            Path real = Executables.find(program, System.getenv()).orElseThrow();
            if (!Files.exists(bin.resolve(program))) {
                Files.createSymbolicLink(bin.resolve(program), real);
            }
        }
        return bin;
    }

    private Answer shell(Map<String, String> environment, List<String> argv) {
        return new SystemProcesses(environment).ask(Command.of(argv), Duration.ofSeconds(30));
    }

    private Path jdk(String name, String version) throws IOException {
        Path home = directory.resolve(name);
        Path bin = Files.createDirectories(home.resolve("bin"));
        for (String program : List.of("java", "javac")) {
            assertTrue(Files.createFile(bin.resolve(program)).toFile().setExecutable(true));
        }
        Files.writeString(
                home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    static int exitCode(Answer answer) {
        return answer.ended() instanceof Ended.Exited(int code, _) ? code : -1;
    }
}
