package dev.llmprof.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.llmprof.process.Command;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellQuoteTest {

    @Test
    void quotesWhatAShellWouldTakeApart() {
        assertEquals(
                "./infer 'a b' 'it'\"'\"'s' '' x=1 '$HOME' 'regex:(a)|(b)'",
                ShellQuote.line(
                        Command.of("./infer", "a b", "it's", "", "x=1", "$HOME", "regex:(a)|(b)")));
    }

    @Test
    void aLineRunsOneCommandWhateverIsInIt(@TempDir Path directory) throws Exception {
        var command =
                new Command(
                        List.of("printf", "%s|", "a\nb", "\u001b[2K\r'", "x\u202ey"),
                        Map.of("NOTE", "1\necho planted"),
                        Optional.empty());
        Path script =
                Files.writeString(
                        directory.resolve("cmd.txt"),
                        ShellQuote.line(command)
                                + "\n"
                                + ShellQuote.comment(ShellQuote.variables(command).getFirst()));

        assertFalse(Files.readString(script).contains("\u001b"));
        Process shell = new ProcessBuilder("sh", script.toString()).start();
        assertEquals(
                "a\nb|\u001b[2K\r'|x\u202ey|",
                new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }

    @Test
    void secretsAreNotShown() {
        assertEquals(
                "run '--password=(hidden)' --api-key '(hidden)'",
                ShellQuote.line(Command.of("run", "--password=x", "--api-key", "y")));
    }
}
