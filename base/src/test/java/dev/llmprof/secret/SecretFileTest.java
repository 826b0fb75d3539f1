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
    private static final String SECRET = "grüße-0815";

    @TempDir private Path directory;

    @Test
    void knownSecretsAreStruckOutOfAFileAndNothingElseIsTouched() throws IOException {
        Secrets.learn("secretfiletest_pw", SECRET);
        String filler = "x".repeat((1 << 20) - 12);
        Path file = directory.resolve("export");
        Files.writeString(file, filler + "said " + SECRET + ", HF_TOKEN=abcJ4\0");

        assertTrue(SecretFile.strike(file));
        assertEquals(
                filler + "said ************, HF_TOKEN=abcJ4\0",
                Files.readString(file, StandardCharsets.UTF_8));
        assertFalse(SecretFile.strike(file));
    }

    @Test
    void anEnvironmentLosesWhatItsNamesTellToBeSecret() {
        Secrets.learn("secretfiletest_pw", SECRET);

        assertEquals(
                "HF_TOKEN=***\0PATH=/bin\0URL=a://u:******@h/\0MAX_TOKENS=8\0"
                        + "said key=3 of token=4\0DB_PW=****",
                SecretText.withoutSecrets(
                        "HF_TOKEN=abc\0PATH=/bin\0URL=a://u:pw1234@h/\0MAX_TOKENS=8\0"
                                + "said key=3 of token=4\0DB_PW=last"));
    }

    @Test
    void onlyWhatBeginsWithAVariableIsAnEnvironment() {
        assertTrue(SecretText.isEnvironment("A=b\0C=d"));
        assertFalse(SecretText.isEnvironment("said A=b"));
        assertFalse(SecretText.isEnvironment("\0A=b"));
    }
}
