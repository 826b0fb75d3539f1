package dev.llmprof.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveLineTest {

    @ParameterizedTest
    @CsvSource({
        "abc, 3, abc",
        "abcd, 3, abc",
        "日本語, 5, 日本",
        "日本語, 6, 日本語",
        "a, 0, ''",
        "a, -3, ''"
    })
    void takesAsMuchAsFits(String text, int columns, String cut) {
        assertEquals(cut, LiveLine.cut(text, columns));
    }

    @ParameterizedTest
    @CsvSource({
        "'\u001b[31mred\u001b[0m', red",
        "'\u001b]0;title\u0007text', text",
        "'a\tb', a b",
        "'50%\u001b[K', 50%",
        "'\u001b(Bx', x"
    })
    void dropsWhatIsMeantForATerminalOfItsOwn(String text, String plain) {
        assertEquals(plain, LiveLine.plain(text));
    }

    /// The path of a run stands alone on the last line, whatever a program left before it.
    @Test
    void whatIsPrintedNextBeginsOnALineOfItsOwnInEachStream() throws IOException {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        Console console =
                Console.of(
                        new PrintStream(out),
                        new PrintStream(err),
                        Map.of(),
                        Console.Volume.NORMAL);
        var line = new LiveLine(console, () -> 80);

        line.through(console.out()).write("name? ".getBytes(StandardCharsets.UTF_8));
        line.through(console.err()).write("a mistake\n".getBytes(StandardCharsets.UTF_8));
        line.end();
        line.end();

        assertEquals("name? \n", out.toString(StandardCharsets.UTF_8));
        assertEquals("a mistake\n", err.toString(StandardCharsets.UTF_8));
    }
}
