package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.testing.DocumentedCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// docs/tutorial.md as it is typed, on the real engine; its runs are made short.
class TutorialIT {
    private static final Path PAGE = Path.of("../docs/tutorial.md").toAbsolutePath();
    private static final List<String> SHORT =
            List.of("infer.max_new_tokens=2", "dataset.pages=1", "capture.requests=1");

    @TempDir private Path folder;

    @Test
    void theFixTakesWorkAwayFromVision() throws IOException, InterruptedException {
        assumeFalse(
                Files.exists(Path.of("/proc/driver/nvidia/gpus")),
                "skipped: the tutorial is about the CPU");
        for (List<String> command : DocumentedCommands.of(PAGE, folder)) {
            int code = exitCode(command);
            assertTrue(answers(command).contains(code), () -> command + "\n" + printed());
        }
        assertTrue(Files.exists(folder.resolve("tmp/runs/first/report.html")));
        assertTrue(Files.exists(folder.resolve("tmp/compare/compare.html")));
        assertTrue(2 * visionFlops("no-tiles") < visionFlops("first"));
    }

    private int exitCode(List<String> command) throws IOException, InterruptedException {
        List<String> argv = new ArrayList<>(EngineJvm.packedLlmprof());
        argv.addAll(command);
        argv.replaceAll(word -> word.equals("5") ? "2" : word);
        if (command.getFirst().equals("run")) {
            argv.addAll(SHORT);
        }
        var builder =
                new ProcessBuilder(argv)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("log.txt").toFile());
        return builder.start().waitFor();
    }

    /// Two runs per side need not decide anything.
    private static Set<Integer> answers(List<String> command) {
        return command.getFirst().equals("gate") ? Set.of(0, 4, 5) : Set.of(0);
    }

    private double visionFlops(String run) throws IOException {
        Path metrics = folder.resolve("tmp/runs").resolve(run).resolve("metrics.json");
        for (var phase : new JsonMapper().readTree(metrics.toFile()).path("utilisation")) {
            if (phase.path("phase").asText().equals("vision")) {
                return phase.path("tensor_flops").asDouble();
            }
        }
        throw new IllegalStateException("no vision in " + metrics);
    }

    private String printed() {
        try {
            return Files.readString(folder.resolve("log.txt"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
