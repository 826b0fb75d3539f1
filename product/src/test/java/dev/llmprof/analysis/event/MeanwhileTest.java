package dev.llmprof.analysis.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.llmprof.problem.Problem;
import org.junit.jupiter.api.Test;

class MeanwhileTest {
    @Test
    void aResultIsWaitedFor() {
        assertEquals(42, Meanwhile.of(() -> 42).result());
    }

    @Test
    void aMistakeOfTheUserIsToldAsItIs() {
        Problem.Found mistake = new Problem("broken", "trace.json", "record it again").found();
        Meanwhile<Integer> work =
                Meanwhile.of(() -> {
                    throw mistake;
                });
        assertSame(mistake, assertThrows(Problem.Found.class, work::result));
    }

    @Test
    void wantOfMemoryIsToldAsItIs() {
        OutOfMemoryError full = new OutOfMemoryError("none left");
        Meanwhile<Integer> work =
                Meanwhile.of(() -> {
                    throw full;
                });
        assertSame(full, assertThrows(OutOfMemoryError.class, work::result));
    }
}
