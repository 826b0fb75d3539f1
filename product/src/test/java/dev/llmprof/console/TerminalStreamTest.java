package dev.llmprof.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.console.Console.Paint;
import dev.llmprof.console.Console.Volume;
import dev.llmprof.problem.Problem;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TerminalStreamTest {
    private static final String NAME = "a\u001b[2J\u009b31m\u202eb\u0007\r";
    private static final String SPELT = "a\\u001b[2J\\u009b31m\\u202eb\\u0007\\u000d";

    @Test
    void controlCharactersOfNamesAreSpeltOut() {
        assertEquals(SPELT + "\n", heard(out -> out.println(NAME)));
        assertEquals(SPELT, heard(out -> out.print((Object) NAME)));
        assertEquals("1 " + SPELT, heard(out -> out.printf(Locale.ROOT, "%d %s", 1, NAME)));
        assertEquals("a\tb\nc", heard(out -> out.print("a\tb\nc")));
    }

    @Test
    void onlyOurOwnColoursAndLinesAreDrawn() {
        String drawn = "\r\u001b[K\u001b[33mwarning\u001b[0m\u001b[5m";
        assertEquals(
                "\r\u001b[K\u001b[33mwarning\u001b[0m\\u001b[5m",
                heard(true, out -> out.print(drawn)));
        assertEquals(
                "\\u000d\\u001b[K\\u001b[33mwarning\\u001b[0m\\u001b[5m",
                heard(false, out -> out.print(drawn)));
    }

    @Test
    void theProgramsOwnBytesGoThrough() {
        assertEquals(
                "\u001b[5m",
                heard(out -> out.writeBytes("\u001b[5m".getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void aSecretIsNotPrinted() {
        assertEquals(
                "at https://me:(hidden)@host\n",
                heard(out -> out.println("at https://me:terminal-pw@host")));
    }

    @Test
    void aNameCannotForgeWhatToType() {
        var bytes = new ByteArrayOutputStream();
        var stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        Console console = Console.of(stream, stream, Map.of(), Volume.NORMAL);

        console.show(List.of(new Problem("no trace: x\n  fix  rm -r", "y\nfix  sh evil", "none")));

        assertEquals(
                """
                error: no trace: x
                  | fix  rm -r
                  at   y
                       | fix  sh evil
                  fix  none
                """,
                bytes.toString(StandardCharsets.UTF_8));
        assertEquals("x", console.paint(Paint.RED, "x"));
    }

    private static String heard(Consumer<PrintStream> speaker) {
        return heard(false, speaker);
    }

    private static String heard(boolean terminal, Consumer<PrintStream> speaker) {
        var bytes = new ByteArrayOutputStream();
        var out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        speaker.accept(new TerminalStream(out, terminal, terminal));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
