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
    void findsANameByItsFirstWords() {
        List<String> gpus = List.of("a10", "a100-pcie-80gb", "h100-sxm5-80gb", "l4");
        assertEquals(Optional.of("h100-sxm5-80gb"), Nearest.to("h100", gpus));
        assertEquals(Optional.of("a10"), Nearest.to("a1", gpus));
    }

    @Test
    void breaksTiesByName() {
        assertEquals(Optional.of("ab"), Nearest.to("aa", List.of("ac", "ab")));
    }
}
