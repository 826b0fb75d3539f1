package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.console.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InferProgressTest {
    @TempDir private Path folder = Path.of(".");
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void aBarHasItemsRateAndTheTimeLeft() {
        assertEquals(
                "[######------------------] 10/40  2.0 items/s  15 s left  p.png: decode 3.0 ms",
                InferProgress.bar("10/40 p.png: decode 3.0 ms", 5_000_000_000L));
        assertEquals(
                "[########----------------] 1/3  4.0 s/item  8 s left  p.png",
                InferProgress.bar("1/3 p.png", 4_000_000_000L));
        assertEquals("warm-up: 2 rounds", InferProgress.bar("warm-up: 2 rounds", 1));
    }

    @Test
    void whereNobodyWatchesEveryLineIsPrintedOnce() throws IOException {
        Path log = folder.resolve("log");
        var progress = new InferProgress(console(false), log, () -> 0);
        progress.start();
        Files.writeString(log, "model tiny\n1/3 a\n2/3 b\n3/");
        progress.hear("2/3 b");
        Files.writeString(log, "model tiny\n1/3 a\n2/3 b\n3/3 c\nit broke\n  at   there\n");
        progress.end();

        assertEquals("model tiny\n1/3 a\n2/3 b\n3/3 c\n", text());
    }

    @Test
    void onATerminalTheBarIsTakenBack() throws IOException {
        Path log = Files.writeString(folder.resolve("log"), "model tiny\n1/2 a\n2/2 b\n");
        var progress = new InferProgress(console(true), log, () -> 0);
        progress.start();
        progress.hear("2/2 b");
        progress.end();

        String shown = text();
        assertTrue(shown.endsWith("\r\u001b[Kmodel tiny\n"), shown);
        assertFalse(shown.contains("\n1/2 a"), shown);
    }

    private Console console(boolean interactive) {
        var stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new Console(stream, stream, interactive, false, Console.Volume.NORMAL);
    }

    private String text() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
