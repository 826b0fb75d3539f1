package dev.llmprof.trace.hidden;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.secret.Secrets;
import dev.llmprof.testing.nsight.StreamFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamSecretsTest {
    private static final String KNOWN = "streamsecretstest-0815";

    @TempDir private Path directory;

    /// The second variable follows the first without anything between but its kind and its length,
    /// and both are printable here: `J1`.
    private static final String FOLLOWING = "CURL_CA_BUNDLE=/etc/ssl/certs/ca-certificates.cr";

    @Test
    void variablesInPackedPartsAreStruckAndTheirNeighboursAreNot() throws IOException {
        byte[] before =
                new StreamFile()
                        .plain("Device Properties", StreamFile.field(2, environment("abc-def")))
                        .packed(
                                "Raw Events",
                                StreamFile.process(7, "sleep", "PATH=/bin", "HOME=/root"),
                                StreamFile.process(
                                        8, "server", "CI_JOB_TOKEN=abc/def", FOLLOWING, "A=b"))
                        .plain("Symbol Files", text("DB_PASSWORD=of a library"))
                        .bytes();
        Path stream = Files.write(directory.resolve("run.qdstrm"), before);
        Path clean = directory.resolve("clean.qdstrm");

        assertTrue(StreamSecrets.strike(stream, clean));
        assertEquals(
                Map.of(
                        "Device Properties",
                        latin(StreamFile.field(2, environment("*******"))),
                        "Raw Events",
                        latin(StreamFile.process(7, "sleep", "PATH=/bin", "HOME=/root"))
                                + latin(
                                        StreamFile.process(
                                                8,
                                                "server",
                                                "CI_JOB_TOKEN=*******",
                                                FOLLOWING,
                                                "A=b")),
                        "Symbol Files",
                        "DB_PASSWORD=of a library"),
                StreamFile.read(clean));
        assertArrayEquals(before, Files.readAllBytes(stream));
        assertFalse(StreamSecrets.strike(clean, directory.resolve("again")));
    }

    @Test
    void aKnownSecretIsStruckWhereverItStands() throws IOException {
        Secrets.learn("streamsecretstest_pw", KNOWN);
        byte[] binary = text("\u0001\u0002asked with " + KNOWN + "\u0003");
        Path stream =
                Files.write(
                        directory.resolve("run.qdstrm"),
                        new StreamFile().packed("Raw Events", binary).bytes());
        Path clean = directory.resolve("clean.qdstrm");

        assertTrue(StreamSecrets.strike(stream, clean));
        assertEquals(
                Map.of("Raw Events", "\u0001\u0002asked with **********************\u0003"),
                StreamFile.read(clean));
    }

    @Test
    void aKeyOfSeveralLinesIsStruckWhole() throws IOException {
        Path stream =
                Files.write(
                        directory.resolve("run.qdstrm"),
                        new StreamFile()
                                .packed(
                                        "Raw Events",
                                        StreamFile.process(8, "ssh", "SSH_PRIVATE_KEY=a\nb\nc"))
                                .bytes());
        Path clean = directory.resolve("clean.qdstrm");

        assertTrue(StreamSecrets.strike(stream, clean));
        assertEquals(
                Map.of("Raw Events", latin(StreamFile.process(8, "ssh", "SSH_PRIVATE_KEY=*****"))),
                StreamFile.read(clean));
    }

    @Test
    void aStreamOfAnotherShapeIsLeftAlone() throws IOException {
        byte[] whole =
                new StreamFile()
                        .packed("Raw Events", StreamFile.process(8, "server", "DB_PW=abc"))
                        .bytes();
        Path clean = directory.resolve("clean.qdstrm");
        for (int length = 0; length < whole.length; length++) {
            Path cut = Files.write(directory.resolve("run.qdstrm"), Arrays.copyOf(whole, length));

            assertFalse(StreamSecrets.strike(cut, clean));
            assertFalse(Files.exists(clean));
        }
    }

    private static byte[] environment(String token) {
        return text("PATH=/bin\0HF_TOKEN=" + token + "\0LANG=C\0");
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
