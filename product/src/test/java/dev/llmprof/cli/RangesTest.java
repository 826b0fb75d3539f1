package dev.llmprof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.llmprof.problem.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Numbers as a flag takes them.
class RangesTest {

    @Test
    void readsListsAndRanges() {
        assertEquals(List.of(8), Ranges.of("--batch", "8"));
        assertEquals(List.of(1, 8, 64), Ranges.of("--batch", "1,8,64"));
        assertEquals(List.of(1, 2, 4, 8), Ranges.of("--batch", "1..8"));
        assertEquals(List.of(3, 6, 12), Ranges.of("--batch", "3..20"));
        assertEquals(List.of(512, 1024, 1536), Ranges.of("--prompt", "512..1600+512"));
        assertEquals(List.of(1, 2, 4, 100), Ranges.of("--batch", "1..4,100"));
    }

    @Test
    void refusesWhatGoesNowhere() {
        for (String text :
                List.of("", "x", "1..", "4..1", "0..8", "-1", "1..2147483648", "1..5+x")) {
            assertThrows(Problem.Found.class, () -> Ranges.of("--batch", text), text);
        }
    }
}
