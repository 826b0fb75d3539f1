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
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which files the launcher gives to the quick build, and when it takes Maven: the real script in a
/// tree of its own, with stand-ins for Java and Maven that write down what they were asked for.
class LauncherBuildTest {
    private static final Instant LONG_AGO = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir Path directory;
    private Path root;

    @BeforeEach
    void layOut() throws IOException {
        root = Files.createDirectories(directory.resolve("tree"));
        for (String name : List.of("llmprof", ".mvn/find-jdk", "product/src/launcher/start")) {
            Path real = SharedData.projectRoot().resolve(name);
            Files.createDirectories(root.resolve(name).getParent());
            Files.copy(real, root.resolve(name));
        }
        file("pom.xml");
        file("conf/config.yaml");
        for (String module : List.of("base", "config", "product", "engine")) {
            file(module + "/pom.xml");
            file(module + "/src/main/java/A.java");
            file(module + "/target/classes/A.class");
        }
        file("product/target/llmprof.jar");
        standIn("mvnw", "echo maven >>%s/asked; exit 1".formatted(root));
        // The quick build ends as the file says; Maven fails, which the listener tells.
        standIn(
                "jdk/bin/java",
                """
                case "$*" in *QuickBuild.java*) shift 3; printf '%%s\\n' "$@" >>%1$s/asked; exit "$(cat %1$s/ends)" ;;
                *BuildProgress.java*) cat >/dev/null; exit 1 ;; esac
                """
                        .formatted(root));
        standIn("jdk/bin/javac", "");
        Files.writeString(root.resolve("jdk/release"), "JAVA_VERSION=\"25\"\n");
        Files.writeString(root.resolve("ends"), "0");
    }

    @Test
    void givesChangedNewAndDeletedFilesToTheQuickBuild() throws IOException {
        built();
        // Moved, with its old time: only the list tells.
        Path moved = root.resolve("base/src/main/java/B C.java");
        Files.move(root.resolve("base/src/main/java/A.java"), moved);
        Files.setLastModifiedTime(
                root.resolve("config/src/main/java/A.java"), FileTime.from(Instant.now()));
        start();
        List<String> asked =
                List.of(
                        root.toString(),
                        root + "/base/src/main/java/A.java",
                        moved.toString(),
                        root + "/config/src/main/java/A.java");
        assertEquals(asked, asked());
        start();
        assertEquals(asked, asked(), "nothing has changed since");
        Files.delete(moved);
        start();
        assertEquals(moved.toString(), asked().getLast());
        assertEquals(asked.size() + 2, asked().size());
    }

    /// Not before it has succeeded is a file taken as built. Of deleted ones it shall find no
    /// class.
    @Test
    void asksMavenWhereTheQuickBuildCannotAndForgetsNothing() throws IOException {
        built();
        Files.delete(root.resolve("base/src/main/java/A.java"));
        Files.writeString(root.resolve("ends"), "1");
        start();
        assertEquals("maven", asked().getLast());
        assertFalse(Files.exists(root.resolve("base/target/classes")));
        start();
        assertEquals(2, asked().stream().filter("maven"::equals).count());
        assertTrue(asked().getLast().equals("maven") && asked().size() == 6, asked().toString());
    }

    @Test
    void anInterruptedBuildIsDoneAgainFromNothing() throws IOException {
        built();
        file("target/launcher/building");
        Files.delete(root.resolve("base/src/main/java/A.java"));
        start();
        assertEquals(List.of("maven"), asked());
        assertFalse(Files.exists(root.resolve("product/target/llmprof.jar")));
    }

    private void built() throws IOException {
        Path work = Files.createDirectories(root.resolve("target/launcher"));
        try (var files = Files.walk(root)) {
            List<String> sources =
                    files.filter(Files::isRegularFile)
                            .filter(file ->
                                    file.endsWith("pom.xml")
                                            || file.endsWith("config.yaml")
                                            || file.endsWith("A.java"))
                            .map(Path::toString)
                            .sorted()
                            .toList();
            Files.write(work.resolve("sources"), sources);
        }
        Files.createFile(work.resolve("built"));
        FileTime then = FileTime.from(Instant.now().minusSeconds(60));
        Files.setLastModifiedTime(work.resolve("built"), then);
        try (var all = Files.walk(root)) {
            for (Path folder : all.filter(Files::isDirectory).toList()) {
                Files.setLastModifiedTime(folder, FileTime.from(LONG_AGO));
            }
        }
    }

    private Answer start() {
        var environment = new HashMap<>(System.getenv());
        environment.put("JAVA_HOME", root.resolve("jdk").toString());
        Command command = Command.of(List.of(root.resolve("llmprof").toString(), "--version"));
        return new SystemProcesses(environment).ask(command, Duration.ofMinutes(1));
    }

    private List<String> asked() throws IOException {
        return Files.readAllLines(root.resolve("asked"));
    }

    private void file(String name) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "");
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
    }

    private void standIn(String name, String lines) throws IOException {
        Files.createDirectories(root.resolve(name).getParent());
        Files.writeString(root.resolve(name), "#!/bin/sh\n" + lines + "\n");
        assertTrue(root.resolve(name).toFile().setExecutable(true));
    }
}
