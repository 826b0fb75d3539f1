package dev.llmprof.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
}
