package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The engine is told everything in one file: of the product it knows models, the cache and
/// problems, and no configuration, no stage, no trace.
class EngineRoomTest {
    private static final Set<String> MAY_KNOW = Set.of("engine", "model", "cache", "problem");
    private static final Pattern MENTION = Pattern.compile("\\bL?dev/llmprof/(\\w+)/");
    private static final Path CLASSES = Path.of("target/classes/dev/llmprof/engine");

    @Test
    void knowsOnlyModelsTheCacheAndProblems() throws IOException {
        Set<String> strays = new TreeSet<>();
        List<Path> files;
        try (var all = Files.walk(CLASSES)) {
            files = all.filter(file -> file.toString().endsWith(".class")).toList();
        }
        for (Path file : files) {
            for (var entry : ClassFile.of().parse(file).constantPool()) {
                if (entry instanceof Utf8Entry text) {
                    MENTION.matcher(text.stringValue())
                            .results()
                            .map(match -> match.group(1))
                            .filter(room -> !MAY_KNOW.contains(room))
                            .forEach(room -> strays.add(file.getFileName() + " knows " + room));
                }
            }
        }
        assertTrue(files.size() > 50, files.size() + " classes");
        assertEquals(Set.of(), strays);
    }
}
