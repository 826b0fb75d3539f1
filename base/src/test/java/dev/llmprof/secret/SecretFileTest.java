package dev.llmprof.secret;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretFileTest {
    @TempDir private Path directory;

    @Test
    void secretsOfAWrittenEnvironmentAreStruckOut() throws IOException {
        Secrets.learn("secretfiletest_pw", "grüße-0815");
        Path file = directory.resolve("run.qdstrm");
        String filler = "x".repeat((1 << 20) - 12);
        Files.writeString(
                file,
                filler
                        + "\u0001\u0002HF_TOKEN=abc\0PATH=/bin\0URL=a://u:pw1234@h/\0MAX_TOKENS=8\0"
                        + "said grüße-0815, key=3 of token=4");

        assertTrue(SecretFile.strike(file));
        assertEquals(
                filler
                        + "\u0001\u0002HF_TOKEN=***\0PATH=/bin\0URL=a://u:******@h/\0MAX_TOKENS=8\0"
                        + "said ************, key=3 of token=4",
                Files.readString(file, StandardCharsets.UTF_8));
        assertFalse(SecretFile.strike(file));
    }

    @Test
    void aFileWithoutSecretsStaysAsItIs() throws IOException {
        Path file = Files.write(directory.resolve("plain"), new byte[] {0, 65, 61, 66, 0});

        assertFalse(SecretFile.strike(file));
    }
}
