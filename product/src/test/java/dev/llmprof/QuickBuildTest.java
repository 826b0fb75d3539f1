package dev.llmprof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A changed file is built with those that see the change, in whichever module, and left to Maven
/// where that does not do.
class QuickBuildTest {
    /// `Caller` calls through a class that does not change and does not name the one that does.
    private static final Map<String, String> SOURCES =
            Map.ofEntries(
                    Map.entry(
                            "base/g/Ground",
                            """
                            package g;
                            public class Ground {
                                public static final int DEPTH = 7;
                                private static final int SECRET = 4;
                                public int stones() { return 1 + SECRET - 4; }
                                public static String grown(long count) { return "long"; }
                                public interface Way { int go(); }
                                public record Part() {}
                                public record Other() {}
                            }
                            """),
                    Map.entry("config/c/Plan", "package c; public class Plan extends g.Ground {}"),
                    printing("product", "a", "Caller", "new c.Plan().stones()"),
                    printing("product", "a", "Grower", "g.Ground.grown(1)"),
                    Map.entry(
                            "product/a/Walker",
                            """
                            package a;
                            final class Walker {
                                static int far(g.Ground.Way way) { return way.go(); }
                                public static void main(String[] words) {
                                    System.out.println(far(() -> 5));
                                }
                            }
                            """),
                    Map.entry(
                            "product/a/Parter",
                            "package a; class Parter { g.Ground.Part part; int deep = g.Ground.DEPTH; }"),
                    Map.entry(
                            "product/a/Twice",
                            "package a; class Twice { static final int DEEP = 2 * g.Ground.DEPTH; }"),
                    printing("product", "a", "Deep", "Twice.DEEP"),
                    printing(
                            "product",
                            "a",
                            "Cased",
                            "switch (8) { case g.Ground.DEPTH -> 1; default -> 0; }"),
                    printing("product", "a", "Whole", "Integer.class.getName()"),
                    Map.entry(
                            "product/a/Lone",
                            "package a; class Lone { static final int ONE = 1; }"),
                    printing("product", "a", "Namer", "Lone.ONE"),
                    printing("engine", "e", "Wheel", "new g.Ground().stones()"));

    @TempDir Path root;
    private QuickBuildTree tree;

    private static Map.Entry<String, String> printing(
            String module, String room, String name, String what) {
        return Map.entry(
                module + "/" + room + "/" + name,
                """
                package %s;
                final class %s {
                    public static void main(String[] words) {
                        System.out.println(%s);
                    }
                }
                """
                        .formatted(room, name, what));
    }

    @BeforeEach
    void buildAll() throws IOException {
        tree = QuickBuildTree.built(root, SOURCES);
    }

    /// A library stands beside both programs, and Java takes no start-up cache that was made with
    /// another one.
    @Test
    void aLibrarysBodyIsPutBesideEveryProgram() throws IOException {
        FileTime before = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));
        Files.setLastModifiedTime(tree.jar("product"), before);
        Path changed = tree.change("base/g/Ground", "SECRET = 4", "SECRET = 5");
        assertEquals(0, tree.quickBuildFromSource(changed));
        assertEquals("2\n", tree.answer("product", "a.Caller"));
        assertEquals("2\n", tree.answer("engine", "e.Wheel"));
        assertEquals(-1, Files.mismatch(tree.jar("base"), tree.copy("base", "engine")));
        assertTrue(Files.getLastModifiedTime(tree.jar("product")).compareTo(before) > 0);
    }

    /// Left as they were, they would call a method that is not there.
    @Test
    void whoSeesAChangeThroughAnotherModuleIsCompiledToo() throws IOException {
        builds(
                tree.change(
                        "base/g/Ground",
                        "int stones() {",
                        "long stones() { if (true) return 1L << 40;"));
        assertEquals("1099511627776\n", tree.answer("product", "a.Caller"));
        assertEquals("1099511627776\n", tree.answer("engine", "e.Wheel"));
    }

    @Test
    void whoWouldCallANewMethodIsCompiledToo() throws IOException {
        builds(
                tree.change(
                        "base/g/Ground",
                        "public interface",
                        "public static String grown(int count) { return \"int\"; } public interface"));
        assertEquals("int\n", tree.answer("product", "a.Grower"));
    }

    /// One stands in another constant, and one in a case, which leaves no name of its class.
    @Test
    void whoeverUsesAConstantIsCompiledToo() throws IOException {
        builds(tree.change("base/g/Ground", "DEPTH = 7", "DEPTH = 8"));
        assertEquals("16\n", tree.answer("product", "a.Deep"));
        assertEquals("1\n", tree.answer("product", "a.Cased"));
        builds(tree.change("product/a/Twice", "final int DEEP = 2", "int DEEP = 3"));
        assertEquals("24\n", tree.answer("product", "a.Deep"), "no constant any more");
    }

    @ParameterizedTest
    @CsvSource({
        "int go();, int go(); int stop();, base/g/Ground",
        "int DEPTH, int WIDTH, base/g/Ground",
        "record Part, record Piece, base/g/Ground",
        "return 1, retrun 1, base/g/Ground",
        "g.Ground {}, g.Ground { public record Part(int i) {} a.Lone one; }, config/c/Plan",
    })
    void whatBreaksAnotherClassOrUsesWhatItMayNotIsLeftToMaven(String from, String to, String name)
            throws IOException {
        leavesToMaven(tree.change(name, from, to));
    }

    @Test
    void whatIsGoneFromASourceIsGoneFromTheJars() throws IOException {
        builds(tree.change("base/g/Ground", "record Other", "record Fresh"));
        for (Path jar :
                List.of(
                        tree.jar("base"),
                        tree.copy("base", "product"),
                        tree.copy("base", "engine"))) {
            assertTrue(QuickBuildTree.has(jar, "g/Ground$Fresh.class"));
            assertFalse(QuickBuildTree.has(jar, "g/Ground$Other.class"));
        }
    }

    /// It hides one of the language's own from a source that did not change.
    @Test
    void aNewSourceIsSeenByThoseWhoSayItsName() throws IOException {
        builds(tree.write("product/a/Integer", "package a; class Integer {}"));
        assertEquals("a.Integer\n", tree.answer("product", "a.Whole"));
        builds(
                tree.write(
                        "base/n/New",
                        "package n; public class New { public static int one() { return 1; } }"),
                tree.change("product/a/Whole", "Integer.class.getName()", "n.New.one()"));
        assertEquals("1\n", tree.answer("product", "a.Whole"));
    }

    @Test
    void aDeletedSourceIsGoneUnlessItIsUsed() throws IOException {
        Files.delete(tree.source("product/a/Lone"));
        leavesToMaven(tree.source("product/a/Lone"));
        builds(tree.source("product/a/Lone"), tree.change("product/a/Namer", "Lone.ONE", "2"));
        assertEquals("2\n", tree.answer("product", "a.Namer"));
        assertFalse(QuickBuildTree.has(tree.jar("product"), "a/Lone.class"));
        assertFalse(
                Files.exists(tree.file("product/target/classes/a/Lone.class")),
                "Maven packs it again");
    }

    @Test
    void aSourceMayMoveToAnotherModule() throws IOException {
        Files.delete(tree.source("product/a/Lone"));
        builds(
                tree.source("product/a/Lone"),
                tree.write(
                        "base/a/Lone",
                        "package a; public class Lone { public static final int ONE = 3; }"));
        assertEquals("3\n", tree.answer("product", "a.Namer"));
        assertFalse(QuickBuildTree.has(tree.jar("product"), "a/Lone.class"));
    }

    @Test
    void aResourceIsPutIntoTheJarAndTakenOutOfIt() throws IOException {
        Path conf = resource("conf/gpu/new.yaml");
        Path words = resource("base/src/main/resources/g/words.txt");
        builds(conf, words);
        assertEquals("new", QuickBuildTree.text(tree.jar("product"), "conf/gpu/new.yaml"));
        assertEquals("new", QuickBuildTree.text(tree.copy("base", "engine"), "g/words.txt"));
        Files.delete(conf);
        builds(conf);
        assertFalse(QuickBuildTree.has(tree.jar("product"), "conf/gpu/new.yaml"));
        leavesToMaven(words, tree.file("product/pom.xml"));
        leavesToMaven(words, resource("product/src/main/filtered/build.properties"));
    }

    /// As a build leaves it that came to a mistake in the program after the library was packed: who
    /// sees the difference has not been compiled yet.
    @Test
    void whatMavenLeftHalfBuiltIsLeftToMaven() throws IOException {
        Path changed = tree.change("product/a/Namer", "Lone.ONE", "2");
        Files.write(tree.copy("base", "engine"), new byte[] {1});
        leavesToMaven(changed);
    }

    private Path resource(String name) throws IOException {
        Files.createDirectories(tree.file(name).getParent());
        return Files.writeString(tree.file(name), "new");
    }

    private void builds(Path... changed) {
        assertEquals(0, tree.quickBuild(changed));
    }

    private void leavesToMaven(Path... changed) throws IOException {
        var before = tree.jars();
        assertEquals(1, tree.quickBuild(changed));
        assertEquals(before, tree.jars());
    }
}
