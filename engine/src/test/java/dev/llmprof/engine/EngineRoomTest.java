package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.testing.ClassGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The engine is told everything in one file: it knows what it shares with the product, and no
/// configuration, no stage, no trace.
class EngineRoomTest {
    private static final Path CLASSES = Path.of("target/classes");
    private static final Path BASE = Path.of("../base/target/classes");
    private static final int MOST_CLASSES = 40;

    private static ClassGraph engine = new ClassGraph(Map.of());

    @BeforeAll
    static void read() throws IOException {
        engine = ClassGraph.of(List.of(CLASSES));
        assertTrue(engine.knows().size() > 50, engine.knows().size() + " classes");
    }

    @Test
    void knowsOnlyTheBase() {
        Set<String> strays = new TreeSet<>();
        engine.knows()
                .forEach((type, others) ->
                        others.stream()
                                .filter(other -> !isIn(CLASSES, other) && !isIn(BASE, other))
                                .forEach(other -> strays.add(type + " knows " + other)));
        assertEquals(Set.of(), strays);
    }

    @Test
    void packagesKnowEachOtherInNoCircle() {
        assertEquals(Map.of(), engine.circles());
    }

    @Test
    void noPackageHasMoreThanFortyClasses() {
        Map<String, Integer> sizes = new TreeMap<>();
        engine.knows()
                .keySet()
                .forEach(type -> sizes.merge(ClassGraph.packageOf(type), 1, Integer::sum));
        sizes.values().removeIf(size -> size <= MOST_CLASSES);
        assertEquals(Map.of(), sizes);
    }

    private static boolean isIn(Path classes, String type) {
        return Files.exists(classes.resolve(type.replace('.', '/') + ".class"));
    }
}
