package dev.llmprof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.secret.Secrets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

class FailuresTest {

    @Test
    void theLogOfOurOwnMistakeIsForItsUserOnlyAndWithoutSecrets() throws IOException {
        Secrets.learn("failurestest_token", "zFailureToken1");
        var errors = new ByteArrayOutputStream();
        var stream = new PrintStream(errors, true, StandardCharsets.UTF_8);
        var console = new Console(stream, stream, false, false, Console.Volume.NORMAL);

        int exit = Failures.report(new IllegalStateException("with zFailureToken1"), console);

        String said = errors.toString(StandardCharsets.UTF_8);
        Path log =
                said.lines()
                        .filter(line -> line.startsWith("  at   "))
                        .map(line -> Path.of(line.substring(7)))
                        .findFirst()
                        .orElseThrow();
        try {
            assertEquals(ExitCode.OUR_FAULT, exit);
            assertEquals(
                    "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(log)));
            assertTrue(
                    Files.readString(log).contains("IllegalStateException: with (hidden)"),
                    Files.readString(log));
        } finally {
            Files.delete(log);
        }
    }
}
