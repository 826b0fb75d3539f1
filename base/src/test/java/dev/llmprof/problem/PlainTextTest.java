package dev.llmprof.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PlainTextTest {
    @Test
    void aCharacterIsAControlWhereThePatternHasIt() {
        var pattern = Pattern.compile("[" + PlainText.CONTROL + "]");
        for (int c = Character.MIN_VALUE; c <= Character.MAX_VALUE; c++) {
            boolean matches = pattern.matcher(Character.toString(c)).matches();
            assertEquals(matches, PlainText.isControl(c), "U+" + Integer.toHexString(c));
        }
    }

    @Test
    void aNameCannotBeginAnotherLineNorTurnTheLettersAround() {
        assertEquals("a\\u000ab\\u001b[2J\\u202e", PlainText.line("a\nb\u001b[2J\u202e"));
        assertEquals("größe 10 µs", PlainText.line("größe 10 µs"));
    }
}
