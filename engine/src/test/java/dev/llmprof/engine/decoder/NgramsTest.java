package dev.llmprof.engine.decoder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class NgramsTest {

    @Test
    void bansEveryTokenThatHasFollowedTheLastOnes() {
        List<Long> tokens = List.of(1L, 2L, 3L, 1L, 2L, 4L, 1L, 2L);
        assertArrayEquals(new long[] {3, 4}, Ngrams.banned(tokens, 3));
    }

    @Test
    void bansEveryTokenSeenWhenTheNgramIsOne() {
        assertArrayEquals(new long[] {5, 6}, Ngrams.banned(List.of(5L, 6L, 5L), 1));
    }

    @Test
    void bansNothingBeforeAnNgramIsFullOrWithoutARule() {
        assertArrayEquals(new long[0], Ngrams.banned(List.of(1L, 1L), 3));
        assertArrayEquals(new long[0], Ngrams.banned(List.of(1L, 1L, 1L), 0));
    }
}
