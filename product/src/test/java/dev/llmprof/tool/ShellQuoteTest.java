package dev.llmprof.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.process.Command;
import org.junit.jupiter.api.Test;

class ShellQuoteTest {

    @Test
    void quotesWhatAShellWouldTakeApart() {
        assertEquals(
                "./infer 'a b' 'it'\"'\"'s' '' x=1 '$HOME' 'regex:(a)|(b)'",
                ShellQuote.line(
                        Command.of("./infer", "a b", "it's", "", "x=1", "$HOME", "regex:(a)|(b)")));
    }
}
