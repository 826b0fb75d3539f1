package dev.llmprof.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NearestTest {

    @Test
    void findsASwappedLetter() {
        assertEquals(Optional.of("analyze"), Nearest.to("anaylze", List.of("model", "analyze")));
    }

    @Test
    void staysSilentWhenNothingIsNear() {
        assertEquals(Optional.empty(), Nearest.to("banana", List.of("model", "analyze")));
    }

    @Test
    void breaksTiesByName() {
        assertEquals(Optional.of("ab"), Nearest.to("aa", List.of("ac", "ab")));
    }
}
