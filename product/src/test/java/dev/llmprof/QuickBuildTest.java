package dev.llmprof;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes.Answer;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A changed file is built alone where nobody sees the change, and left to Maven elsewhere.
class QuickBuildTest {
    private static final String SOURCE =
            """
            package a;

            public final class Box {
                static final int SIZE = 3;
                private static final int SECRET = 4;

                private Box() {}

                public static void main(String[] words) {
                    System.out.println("old " + SIZE + SECRET);
                }
            }
            """;

    @TempDir Path root;

    @BeforeEach
    void buildAll() throws IOException {
        Files.createDirectories(box().getParent());
        Files.createDirectories(jar().getParent());
        Files.writeString(box(), SOURCE);
        Path classes = root.resolve("classes");
        assertEquals(0, run("javac", "--release", "25", "-d", classes.toString(), "" + box()));
        assertEquals(0, run("jar", "--create", "--file", "" + jar(), "-C", "" + classes, "."));
    }

    @Test
    void aChangeThatNobodySeesIsPutIntoTheJar() throws IOException {
        Files.writeString(box(), SOURCE.replace("old", "new").replace("SECRET = 4", "SECRET = 5"));
        assertEquals(0, quickBuild(box()));
        Answer answer = ask(List.of(tool("java"), "-cp", jar().toString(), "a.Box"));
        assertEquals("new 35\n", answer.output());
    }

    @ParameterizedTest
    @CsvSource({
        "SIZE = 3, SIZE = 4",
        "static final int SIZE, static int SIZE",
        "public static void main(String[] words) {, int more() { return 1; } public static void main(String[] words) {",
        "main(String[] words) {, main(String[] words) throws Exception {",
        "private Box() {}, private Box() {} record Part(int at) {}",
        "System.out, System.aut"
    })
    void whatOthersSeeAndWhatDoesNotCompileIsLeftToMaven(String from, String to)
            throws IOException {
        byte[] before = Files.readAllBytes(jar());
        Files.writeString(box(), SOURCE.replace(from, to));
        assertEquals(1, quickBuild(box()));
        assertArrayEquals(before, Files.readAllBytes(jar()));
    }

    @Test
    void whatIsNoSourceIsLeftToMaven() throws IOException {
        Path resource = root.resolve("product/src/main/resources/words.txt");
        assertEquals(1, quickBuild(box(), resource));
    }

    private Path box() {
        return root.resolve("product/src/main/java/a/Box.java");
    }

    private Path jar() {
        return root.resolve("product/target/llmprof.jar");
    }

    private static String tool(String name) {
        return System.getProperty("java.home") + "/bin/" + name;
    }

    private int quickBuild(Path... changed) {
        Path program = SharedData.projectRoot().resolve("product/src/launcher/QuickBuild.java");
        Stream<String> words =
                Stream.concat(
                        Stream.of("-XX:TieredStopAtLevel=1", program.toString(), root.toString()),
                        Stream.of(changed).map(Path::toString));
        return run("java", words.toArray(String[]::new));
    }

    private static int run(String tool, String... words) {
        Answer answer = ask(Stream.concat(Stream.of(tool(tool)), Stream.of(words)).toList());
        return answer.ended() instanceof Ended.Exited exited ? exited.code() : -1;
    }

    private static Answer ask(List<String> words) {
        return new SystemProcesses(System.getenv()).ask(Command.of(words), Duration.ofMinutes(2));
    }
}
