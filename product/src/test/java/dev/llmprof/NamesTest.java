package dev.llmprof;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// A name that stands for two things in one module makes a reader open the wrong file.
class NamesTest {
    @Test
    void noSimpleNameStandsTwiceInAModule() throws IOException {
        Set<String> twice = new TreeSet<>();
        for (String module : Sources.MODULES) {
            Map<String, Integer> counts = new TreeMap<>();
            for (Path file : Sources.of(module)) {
                String name = file.getFileName().toString().replace(".java", "");
                counts.merge(name, 1, Integer::sum);
            }
            counts.remove("package-info");
            counts.forEach((name, count) -> {
                if (count > 1) {
                    twice.add(name);
                }
            });
        }
        assertEquals(Set.of(), twice);
    }
}
