package dev.llmprof;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.app.Wiring;
import dev.llmprof.run.stage.StageDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A stage is known by its definition: everybody else goes through the list.
class StageNamesTest {
    private static final Path SOURCES = Path.of("src/main/java/dev/llmprof");

    /// Stages themselves, their definitions and their keys.
    private static final List<String> ROOMS = List.of("stage/", "run/stage/", "run/settings/");

    /// Also the name of a program or of what is measured, so that its letters prove nothing.
    private static final Set<String> COMMON_WORDS = Set.of("nsys", "ncu", "conditions");

    @Test
    void noOtherRoomKnowsAStageByName() throws IOException {
        List<String> names =
                Wiring.stages().stream()
                        .map(StageDefinition::name)
                        .filter(name -> !COMMON_WORDS.contains(name))
                        .toList();
        assertEquals(List.of("static_analysis", "direct_inference", "torch_profiler"), names);
        try (Stream<Path> files = Files.walk(SOURCES)) {
            List<String> knowing =
                    files.filter(file -> file.toString().endsWith(".java"))
                            .filter(file -> names.stream().anyMatch(name -> names(file, name)))
                            .map(file -> SOURCES.relativize(file).toString())
                            .filter(file -> ROOMS.stream().noneMatch(file::startsWith))
                            .toList();
            assertEquals(List.of(), knowing);
        }
    }

    private static boolean names(Path file, String stage) {
        try {
            return Files.readString(file).contains('"' + stage + '"');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
