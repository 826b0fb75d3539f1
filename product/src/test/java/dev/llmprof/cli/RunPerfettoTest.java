package dev.llmprof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RunPerfettoTest {
    private final AskedRuns asked = new AskedRuns();
    private final StringWriter said = new StringWriter();

    @Test
    void theFileIsPartOfTheRequest() {
        assertEquals(0, run("--perfetto", "trace.json.gz", "model=tiny_text"));
        assertEquals(Optional.of(Path.of("trace.json.gz")), asked.requests().getFirst().perfetto());
        assertEquals(List.of("model=tiny_text"), asked.requests().getFirst().overrides());
    }

    @Test
    void severalRunsHaveNoRoomInOneFile() {
        assertTrue(run("-m", "--perfetto", "trace.json", "infer.max_new_tokens=1,2") != 0);
        assertTrue(run("--repeat", "3", "--perfetto", "trace.json") != 0);
        assertEquals(List.of(), asked.requests());
        assertTrue(said.toString().contains("here are several runs"), said.toString());
    }

    @Test
    void aPlaceThatCannotBeWrittenIsSaidBeforeTheRun(@TempDir Path folder) throws Exception {
        assertTrue(run("--perfetto", folder.toString()) != 0);
        Path file = Files.writeString(folder.resolve("file"), "");
        assertTrue(run("--perfetto", file.resolve("trace.json").toString()) != 0);
        assertEquals(List.of(), asked.requests());
    }

    private int run(String... words) {
        var command = asked.command();
        return new CommandLine(command).setErr(new PrintWriter(said, true)).execute(words);
    }
}
