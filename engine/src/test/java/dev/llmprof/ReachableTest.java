package dev.llmprof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.testing.ClassGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Code that only tests reach is of no use to anybody. It stands here because every module is built
/// when the engine's tests run.
class ReachableTest {
    /// What stays all the same, each with its reason behind `#`; the list only gets shorter.
    private static final Path KNOWN = Path.of("src/test/resources/dev/llmprof/unreached.txt");

    @Test
    void everythingIsReachedFromAMain() throws IOException {
        List<Path> files = new ArrayList<>();
        for (String module : List.of("base", "config", "product", "engine")) {
            files.addAll(
                    ClassGraph.classFiles(Path.of("..", module, "target/classes").normalize()));
        }
        Reach reach = new Reach(files);
        reach.from("dev/llmprof/app/Main");
        reach.from("dev/llmprof/app/Training");
        reach.from("dev/llmprof/engine/Main");
        TreeSet<String> known = new TreeSet<>();
        for (String line : Files.readAllLines(KNOWN)) {
            assertTrue(line.contains(" # "), "no reason: " + line);
            known.add(line.substring(0, line.indexOf(" # ")));
        }
        assertEquals(String.join("\n", known), String.join("\n", reach.unreached()));
    }
}
