package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.console.ExitCode;
import dev.llmprof.testing.kineto.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files whose names are not UTF-8.
class OddNamesIT {
    private static final String NAME = "a$(printf '\\377').json";

    @TempDir private Path directory;

    @Test
    void areReadFromTheirFolder() throws Exception {
        Llmprof llmprof = analysing("traces");

        assertEquals(ExitCode.OK, llmprof.exit(), llmprof.errors());
    }

    @Test
    void areRefusedAsWordsWithAWayOut() throws Exception {
        Llmprof llmprof = analysing("traces/" + NAME);

        assertEquals(ExitCode.WRONG_INPUT, llmprof.exit());
        assertTrue(
                llmprof.errors().contains("its name is not UTF-8: give the folder that it is in"),
                llmprof.errors());
    }

    private Llmprof analysing(String path) throws IOException {
        Path traces = Files.createDirectories(directory.resolve("traces"));
        Files.write(traces.resolve("plain"), Programs.all().values().iterator().next().json());
        String script =
                "cd '"
                        + directory
                        + "' && mv traces/plain \"traces/"
                        + NAME
                        + "\" && "
                        + "exec \"$@\" analyze \""
                        + path
                        + "\" --output out";
        return Llmprof.start(directory, List.of("sh", "-c", script, "sh"), List.of());
    }
}
