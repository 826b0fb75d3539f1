package dev.llmprof.engine.decoder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.bytedeco.pytorch.AbstractTensor;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

class SamplerTest {
    private static final float[] LOGITS = {0, (float) Math.log(2), (float) Math.log(5), -100};

    @Test
    void theSameSeedChoosesTheSame() {
        assertEquals(drawn(7, 1, 50), drawn(7, 1, 50));
        assertNotEquals(drawn(7, 1, 50), drawn(8, 1, 50));
    }

    @Test
    void drawsByShare() {
        List<Long> tokens = drawn(3, 1, 8000);

        // Shares of 1, 2 and 5 eighths: 5000 expected, with a deviation of 43.
        long third = tokens.stream().filter(token -> token == 2).count();
        assertTrue(Math.abs(third - 5000) < 250, third + " of 8000");
        assertEquals(0, tokens.stream().filter(token -> token == 3).count());
    }

    @Test
    void lessHeatIsLessChance() {
        assertEquals(List.of(2L), drawn(3, 0.01, 100).stream().distinct().toList());
    }

    @Test
    void aBannedTokenIsNeverChosen() {
        var sampler = new Sampler(new Sampler.Decoding(true, 1, 2, 5));
        // After 2 came 2 before, so that pair is banned; so is greedy's choice.
        for (int i = 0; i < 200; i++) {
            assertNotEquals(2, sampler.next(logits(), List.of(2L, 2L)));
        }
        var greedy = new Sampler(new Sampler.Decoding(false, 0, 2, 0));
        assertEquals(1, greedy.next(logits(), List.of(2L, 2L)));
        assertEquals(2, greedy.next(logits(), List.of(1L, 2L)));
    }

    private static List<Long> drawn(long seed, double temperature, int count) {
        var sampler = new Sampler(new Sampler.Decoding(true, temperature, 0, seed));
        return Stream.generate(() -> sampler.next(logits(), List.of())).limit(count).toList();
    }

    private static Tensor logits() {
        return AbstractTensor.create(LOGITS.clone());
    }
}
