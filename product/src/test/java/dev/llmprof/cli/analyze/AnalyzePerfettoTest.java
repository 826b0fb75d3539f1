package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.app.TypedWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnalyzePerfettoTest {
    private static final String TRACE =
            """
            {"schemaVersion": 1, "traceEvents": [
              {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 0, "dur": 5}
            ]}
            """;

    @TempDir private Path folder;

    @Test
    void aCaptureThatIsReadIsNotWrittenOver() throws IOException {
        Path trace = Files.writeString(folder.resolve("trace.json"), TRACE);
        Path link = Files.createSymbolicLink(folder.resolve("link.json"), trace);

        assertRefused(trace, trace);
        assertRefused(folder, trace);
        assertRefused(link, trace);
        assertRefused(trace, link);
        assertEquals(TRACE, Files.readString(trace));
    }

    @Test
    void anotherFileIsWrittenOver() throws IOException {
        Path trace = Files.writeString(folder.resolve("trace.json"), TRACE);
        Path drawn = Files.writeString(folder.resolve("drawn.json"), "of before");

        TypedWords said = analyze(trace, drawn);

        assertEquals(0, said.exitCode(), said.said());
        assertEquals(TRACE, Files.readString(trace));
        assertEquals('{', Files.readString(drawn).charAt(0));
    }

    private void assertRefused(Path given, Path perfetto) {
        TypedWords said = analyze(given, perfetto);
        assertEquals(
                """
                error: this capture is read, and the trace for Perfetto would take its place
                  at   %s
                  fix  name another file: --perfetto FILE
                """
                        .formatted(perfetto),
                said.said());
        assertEquals(2, said.exitCode());
    }

    private TypedWords analyze(Path given, Path perfetto) {
        return TypedWords.of(
                "analyze",
                given.toString(),
                "--perfetto",
                perfetto.toString(),
                "--output",
                folder.resolve("out").toString());
    }
}
