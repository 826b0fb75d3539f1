package dev.llmprof.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweptMistakesTest {
    @Test
    void aJobThatCannotStartIsOneLineAndItsMistakeIsToldOnce(@TempDir Path directory) {
        TypedWords sweep =
                TypedWords.of(
                        "run",
                        "-m",
                        "hydra.sweep.dir=" + directory,
                        "model=tiny_text",
                        "infer.max_new_tokens=0,-1");

        assertEquals(
                List.of(
                        "  "
                                + directory.resolve("0")
                                + "  failed  model=tiny_text infer.max_new_tokens=0",
                        "error: infer.max_new_tokens is 0, but must be at least 1",
                        "  at   override 'infer.max_new_tokens=0'",
                        "  fix  infer.max_new_tokens=1",
                        "  "
                                + directory.resolve("1")
                                + "  failed  model=tiny_text infer.max_new_tokens=-1",
                        "error: infer.max_new_tokens is -1, but must be at least 1",
                        "  at   override 'infer.max_new_tokens=-1'",
                        "  fix  infer.max_new_tokens=1"),
                sweep.said().lines().dropWhile(line -> !line.contains("failed")).limit(8).toList());
        assertEquals(1, sweep.exitCode());
    }
}
