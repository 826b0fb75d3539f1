package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SamplingTest {
    private static final List<String> ITEMS = List.of("a", "b", "c", "d", "e");

    @Test
    void takesAllWhenNoNumberIsSaid() {
        var sampling = new Sampling(OptionalInt.empty(), 2, false, OptionalLong.empty());
        assertEquals(List.of(ITEMS, ITEMS), sampling.epochs(ITEMS));
    }

    @Test
    void movesAWindowOnWithEachEpochAndWrapsAround() {
        var sampling = new Sampling(OptionalInt.of(2), 4, false, OptionalLong.empty());
        assertEquals(
                List.of(List.of("a", "b"), List.of("c", "d"), List.of("e", "a"), List.of("b", "c")),
                sampling.epochs(ITEMS));
    }

    @Test
    void neverTakesAnItemTwiceInAnEpoch() {
        var sampling = new Sampling(OptionalInt.of(9), 1, false, OptionalLong.empty());
        assertEquals(List.of(ITEMS), sampling.epochs(ITEMS));
    }

    @Test
    void shufflesTheSameForTheSameSeedAndOnwardsInTheNextEpoch() {
        var sampling = new Sampling(OptionalInt.of(5), 2, true, OptionalLong.of(3));
        List<List<String>> epochs = sampling.epochs(ITEMS);
        assertEquals(epochs, sampling.epochs(ITEMS));
        assertNotEquals(epochs.get(0), epochs.get(1));
        assertEquals(ITEMS, epochs.get(1).stream().sorted().toList());
    }
}
