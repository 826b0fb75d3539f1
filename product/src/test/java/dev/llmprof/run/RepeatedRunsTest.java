package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.llmprof.console.Console;
import dev.llmprof.problem.Problem;
import dev.llmprof.run.RunRequest.Source;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepeatedRunsTest {
    @TempDir private Path folder;

    private final List<String> asked = new ArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void aWarmUpComesFirstAndEachRunHasItsDirectory() {
        assertEquals(0, repeat(3, -1));
        Path all = folder.resolve("all");
        assertEquals(
                List.of(
                        "hydra.run.dir=" + all + "/warmup",
                        "hydra.run.dir=" + all + "/1",
                        "hydra.run.dir=" + all + "/2",
                        "hydra.run.dir=" + all + "/3"),
                asked);
        assertEquals(all + "\n", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aRunThatFailsIsTheLast() {
        assertEquals(130, repeat(3, 1));
        assertEquals(2, asked.size());
    }

    @Test
    void noRunsAreAMistake() {
        assertThrows(Problem.Found.class, () -> repeat(0, -1));
    }

    private int repeat(int times, int interrupted) {
        var stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        var silent = new PrintStream(PrintStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        var console = new Console(stream, silent, false, false, Console.Volume.NORMAL);
        var runs =
                new RepeatedRuns(
                        console,
                        Map.of(),
                        () ->
                                request -> {
                                    asked.add(request.overrides().getLast());
                                    return asked.size() - 1 == interrupted ? 130 : 0;
                                });
        return runs.run(
                new RunRequest(
                        List.of("hydra.run.dir=" + folder.resolve("all")),
                        List.of("python", "x.py"),
                        Source.SHIPPED,
                        Optional.empty(),
                        false,
                        false,
                        false),
                times);
    }
}
