package dev.llmprof.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SymbolsTest {
    @Test
    void numbersTextsInOrderOfFirstSight() {
        var builder = new Symbols.Builder();
        assertEquals(0, builder.intern("aten::mm"));
        assertEquals(1, builder.intern("aten::add"));
        byte[] line = "xaten::mmx".getBytes(StandardCharsets.UTF_8);
        assertEquals(0, builder.intern(line, 1, 9));
        assertEquals("aten::add", builder.build().text(1));
    }

    @Test
    void agreesWithAMapOnManyTexts() {
        var random = new Random(42);
        var builder = new Symbols.Builder();
        Map<String, Integer> known = new HashMap<>();
        for (int i = 0; i < 50_000; i++) {
            String text = "é" + random.nextInt(20_000) + "x".repeat(random.nextInt(20));
            Integer expected = known.computeIfAbsent(text, _ -> known.size());
            assertEquals(expected, builder.intern(text));
        }
        Symbols symbols = builder.build();
        known.forEach((text, code) -> assertEquals(text, symbols.text(code)));
    }

    /// The second word undoes the difference of the first, so that both have one hash.
    @Test
    void textsOfOneHashAreKeptApart() {
        var symbols = new Symbols.Builder();
        long second = afterOneWord(1) ^ afterOneWord(2);
        int one = symbols.intern(words(1, 0), 0, 16);
        int other = symbols.intern(words(2, second), 0, 16);
        assertNotEquals(one, other);
        assertEquals(one, symbols.intern(words(1, 0), 0, 16));
        assertEquals(other, symbols.intern(words(2, second), 0, 16));
    }

    private static long afterOneWord(long word) {
        long mix = 0x9E37_79B9_7F4A_7C15L;
        long hash = ((16 * mix) ^ word) * mix;
        return hash ^ (hash >>> 29);
    }

    private static byte[] words(long first, long second) {
        return ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(first)
                .putLong(second)
                .array();
    }
}
