package dev.llmprof.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.llmprof.process.Command;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HandoverTest {
    private static final String SECRET = "it's a \"key\"\nof $(two) lines";

    @Test
    void theToolSeesNothingAndTheProgramAll() throws IOException {
        var nsys =
                new Command(
                        List.of(
                                "env",
                                "TOOL=1",
                                "sh",
                                "-c",
                                "echo \"$HF_TOKEN|$DB_PW|$MODE|$0|$1\"",
                                "--password=" + SECRET,
                                "plain"),
                        Map.of("DB_PW", SECRET, "MODE", "fast"),
                        Optional.empty());

        String said;
        Path file;
        try (Handover handover = Handover.of(nsys, 2, Map.of("HF_TOKEN", SECRET))) {
            Command shown = handover.command();
            file = Path.of(shown.argv().get(9));
            assertEquals(
                    List.of(
                            "sh",
                            "-c",
                            "echo \"$HF_TOKEN|$DB_PW|$MODE|$0|$1\"",
                            "--password=(hidden)",
                            "plain"),
                    shown.argv().subList(10, shown.argv().size()));
            assertEquals(
                    Map.of("HF_TOKEN", "(hidden)", "DB_PW", "(hidden)", "MODE", "fast"),
                    shown.environment());
            assertEquals(
                    "rw-------",
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
            said = said(shown);
            assertFalse(Files.exists(file));
        }
        assertEquals(SECRET + "|" + SECRET + "|fast|--password=" + SECRET + "|plain\n", said);
        assertFalse(Files.exists(file.resolveSibling("")));
    }

    @Test
    void whereNothingIsSecretNothingChanges() {
        Command nsys = Command.of("nsys", "profile", "python", "x.py", "--max-new-tokens", "8");
        try (Handover handover = Handover.of(nsys, 2, Map.of("HOME", "/root"))) {
            assertEquals(nsys, handover.command());
        }
    }

    private static String said(Command command) throws IOException {
        var builder = new ProcessBuilder(command.argv());
        builder.environment().putAll(command.environment());
        return new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
