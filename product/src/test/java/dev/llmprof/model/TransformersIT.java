package dev.llmprof.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.model.cost.Parameters;
import dev.llmprof.model.family.Families;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.process.Command;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.testing.RealTool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every family we know, built by the real transformers with sizes drawn at random, and counted by
/// both. `-Dllmprof.seed=N` draws others.
class TransformersIT {
    @TempDir private Path folder = Path.of(".");

    @Test
    void countsWhatTransformersBuilds() throws IOException {
        Path python = RealTool.pythonWithTorch();
        List<String> words = new ArrayList<>(List.of(python.toString(), script().toString()));
        words.add(System.getProperty("llmprof.seed", "20261115"));
        // Its output projection has the model's width, whatever its heads have.
        Families.names().stream().filter(name -> !name.equals("helium")).forEach(words::add);
        var answer =
                new SystemProcesses(System.getenv()).ask(Command.of(words), Duration.ofMinutes(10));
        List<String> differences = new ArrayList<>();
        List<String> lines = answer.output().lines().toList();
        for (String line : lines) {
            int blank = line.indexOf(' ');
            long counted = counted(line.substring(blank + 1));
            if (counted != Long.parseLong(line.substring(0, blank))) {
                differences.add(counted + " for " + line);
            }
        }
        assertEquals(List.of(), differences);
        assertTrue(lines.size() > 70, lines.size() + " families were built");
    }

    private static long counted(String json) {
        return Parameters.of(ModelFixtures.of(json), Precision.BF16).total();
    }

    private Path script() throws IOException {
        String name = "count_with_transformers.py";
        try (var in = TransformersIT.class.getResourceAsStream(name)) {
            String text =
                    new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return Files.writeString(folder.resolve(name), text);
        }
    }
}
