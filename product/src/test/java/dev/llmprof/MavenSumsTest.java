package dev.llmprof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.llmprof.process.Command;
import dev.llmprof.process.Processes.Answer;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the Maven of the build does with a file whose checksum is wrong, as docs/safety.md says it.
class MavenSumsTest {
    private static final Path ROOT = SharedData.projectRoot();
    private static final String WRONG =
            "Checksum validation failed, expected '0000000000000000000000000000000000000000'";

    @TempDir private Path directory;

    @BeforeEach
    void makeProjectWithAParentInARepository() throws IOException {
        assumeTrue(Files.isDirectory(store()), "no Maven was fetched by ./mvnw yet");
        copy(ROOT.resolve(".mvn"), directory.resolve(".mvn"));
        Files.copy(ROOT.resolve("mvnw"), directory.resolve("mvnw"));
        Path parent = Files.createDirectories(directory.resolve("repository/x/parent/1"));
        Files.writeString(
                parent.resolve("parent-1.pom"),
                """
                <project><modelVersion>4.0.0</modelVersion><groupId>x</groupId>
                <artifactId>parent</artifactId><version>1</version><packaging>pom</packaging></project>
                """);
        Files.writeString(parent.resolve("parent-1.pom.sha1"), "0".repeat(40));
        Files.writeString(
                directory.resolve("pom.xml"),
                """
                <project><modelVersion>4.0.0</modelVersion><artifactId>child</artifactId><parent>
                <groupId>x</groupId><artifactId>parent</artifactId><version>1</version><relativePath/>
                </parent><packaging>pom</packaging></project>
                """);
        Files.writeString(
                directory.resolve("settings.xml"),
                """
                <settings><mirrors><mirror><id>here</id><mirrorOf>*</mirrorOf>
                <url>%s</url></mirror></mirrors></settings>
                """
                        .formatted(directory.resolve("repository").toUri()));
    }

    @Test
    void aWrongChecksumIsSaidAndRefusedWhereMavenIsToldTo() {
        Answer plain = build();
        assertEquals(0, LauncherTest.exitCode(plain), plain.output());
        assertTrue(plain.output().contains("[WARNING] " + WRONG), plain.output());

        Answer strict = build("--strict-checksums");
        assertEquals(1, LauncherTest.exitCode(strict), strict.output());
        assertTrue(strict.output().contains(WRONG), strict.output());
    }

    private Answer build(String... more) {
        List<String> words = new ArrayList<>(List.of(directory.resolve("mvnw").toString()));
        words.addAll(List.of("-B", "-s", directory.resolve("settings.xml").toString()));
        words.add("-Dmaven.repo.local=" + directory.resolve("local" + more.length));
        words.addAll(List.of(more));
        words.add("validate");
        Command command = new Command(words, Map.of(), Optional.of(directory.toAbsolutePath()));
        return new SystemProcesses(System.getenv()).ask(command, Duration.ofMinutes(2));
    }

    private static Path store() {
        String home =
                Optional.ofNullable(System.getenv("MAVEN_USER_HOME"))
                        .orElse(System.getenv("HOME") + "/.m2");
        return Path.of(home, "wrapper/dists");
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }
}
