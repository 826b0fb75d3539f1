package dev.llmprof.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// Tables are as wide as the screen they are read on.
class ConsoleTest {

    @Test
    void tablesFitTheTerminalWithinReason() {
        assertEquals(80, Console.fitting(OptionalInt.of(80)));
        assertEquals(60, Console.fitting(OptionalInt.of(20)));
        assertEquals(160, Console.fitting(OptionalInt.of(500)));
        assertEquals(120, Console.fitting(OptionalInt.empty()));
    }

    @Test
    void whatIsPipedHasTheSameWidthEverywhere() {
        var console = new Console(System.out, System.err, false, false, Console.Volume.NORMAL);
        assertEquals(120, console.columns());
    }
}
