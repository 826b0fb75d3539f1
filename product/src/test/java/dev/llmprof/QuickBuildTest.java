package dev.llmprof;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes.Answer;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A changed file is built with those that see the change, and left to Maven where they cannot be
/// told.
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

    /// The second is called through a class that does not change, and whose caller does not name
    /// it.
    private static final Map<String, String> OTHERS =
            Map.of(
                    "Reader",
                    """
                    package a;
                    final class Reader {
                        public static void main(String[] words) {
                            System.out.println(new Low().count() + " " + High.Part.class.getSimpleName());
                        }
                    }
                    """,
                    "Caller",
                    """
                    package a;
                    final class Caller {
                        public static void main(String[] words) {
                            System.out.println(new Low().count());
                        }
                    }
                    """,
                    "High",
                    """
                    package a;
                    class High {
                        int count() { return 1; }
                        record Part() {}
                        record Other() {}
                    }
                    """,
                    "Low",
                    "package a; class Low extends High {}");

    @TempDir Path root;

    @BeforeEach
    void buildAll() throws IOException {
        Files.createDirectories(box().getParent());
        Files.createDirectories(jar().getParent());
        Files.writeString(box(), SOURCE);
        List<String> words = new ArrayList<>(List.of("--release", "25", "-d"));
        Path classes = root.resolve("classes");
        words.add(classes.toString());
        words.add(box().toString());
        for (var other : OTHERS.entrySet()) {
            words.add(Files.writeString(source(other.getKey()), other.getValue()).toString());
        }
        assertEquals(0, run("javac", words.toArray(String[]::new)));
        assertEquals(0, run("jar", "--create", "--file", "" + jar(), "-C", "" + classes, "."));
    }

    @Test
    void aChangeThatNobodySeesIsPutIntoTheJar() throws IOException {
        Files.writeString(box(), SOURCE.replace("old", "new").replace("SECRET = 4", "SECRET = 5"));
        assertEquals(0, quickBuild(box()));
        assertEquals("new 35\n", answer("a.Box"));
    }

    @ParameterizedTest
    @CsvSource({
        "SIZE = 3, SIZE = 4",
        "static final int SIZE, static int SIZE",
        "private Box() {}, static final String NAME = \"box\"; private Box() {}",
        "System.out, System.aut"
    })
    void constantsAndWhatDoesNotCompileAreLeftToMaven(String from, String to) throws IOException {
        byte[] before = Files.readAllBytes(jar());
        Files.writeString(box(), SOURCE.replace(from, to));
        assertEquals(1, quickBuild(box()));
        assertArrayEquals(before, Files.readAllBytes(jar()));
    }

    /// Left as it was, it would call a method that is not there.
    @Test
    void whoSeesAChangeThroughAnotherClassIsCompiledToo() throws IOException {
        change("High", "int count() { return 1; }", "long count() { return 1L << 40; }");
        assertEquals(0, quickBuild(source("High")));
        assertEquals("1099511627776 Part\n", answer("a.Reader"));
        assertEquals("1099511627776\n", answer("a.Caller"));
    }

    @Test
    void whatIsGoneFromASourceIsGoneFromTheJar() throws IOException {
        change("High", "record Other() {}", "record Fresh() {}");
        assertEquals(0, quickBuild(source("High")));
        try (FileSystem files = FileSystems.newFileSystem(jar())) {
            assertTrue(Files.exists(files.getPath("a/High$Fresh.class")));
            assertFalse(Files.exists(files.getPath("a/High$Other.class")));
        }
    }

    @Test
    void whatBreaksAnotherClassIsLeftToMaven() throws IOException {
        byte[] before = Files.readAllBytes(jar());
        change("High", "record Part() {}", "record Piece() {}");
        assertEquals(1, quickBuild(source("High")));
        assertArrayEquals(before, Files.readAllBytes(jar()));
    }

    @Test
    void aResourceIsPutIntoTheJarAndWhatIsNoneIsLeftToMaven() throws IOException {
        Path resource = root.resolve("product/src/main/resources/a/words.txt");
        Files.createDirectories(resource.getParent());
        Files.writeString(resource, "new");
        assertEquals(0, quickBuild(resource));
        try (FileSystem files = FileSystems.newFileSystem(jar())) {
            assertEquals("new", Files.readString(files.getPath("a/words.txt")));
        }
        byte[] before = Files.readAllBytes(jar());
        assertEquals(1, quickBuild(box(), root.resolve("product/pom.xml")));
        assertArrayEquals(before, Files.readAllBytes(jar()));
    }

    private void change(String name, String from, String to) throws IOException {
        Files.writeString(source(name), Files.readString(source(name)).replace(from, to));
    }

    private String answer(String main) {
        return ask(List.of(tool("java"), "-cp", jar().toString(), main)).output();
    }

    private Path source(String name) {
        return root.resolve("product/src/main/java/a/" + name + ".java");
    }

    private Path box() {
        return source("Box");
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
