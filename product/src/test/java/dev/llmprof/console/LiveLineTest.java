package dev.llmprof.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
}
