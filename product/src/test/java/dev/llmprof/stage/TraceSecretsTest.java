package dev.llmprof.stage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.llmprof.secret.Secrets;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceSecretsTest {
    private static final int PIECE_BYTES = 1 << 16;

    @TempDir private Path folder;

    @BeforeEach
    void learn() {
        Secrets.learn(Map.of("STRUCK_SETTINGS", "{\"api_key\": \"zStruck1\"}"));
    }

    /// Also one that lies across two pieces of the stream.
    @Test
    void aPackedTraceIsWrittenAnewWithoutKnownSecrets() throws IOException {
        String before = " ".repeat(PIECE_BYTES - 4);
        Path trace = packed("{\"a\":\"" + before + "zStruck1\",\"b\":\"zStruck1\"}");

        TraceSecrets.strike(trace);

        try (var in = new GZIPInputStream(Files.newInputStream(trace))) {
            assertEquals(
                    "{\"a\":\"" + before + "(hidden)\",\"b\":\"(hidden)\"}",
                    new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        assertEquals(1, folder.toFile().list().length);
    }

    @Test
    void aTraceWithoutAnyIsLeftAsItIs() throws IOException {
        Path trace = packed("{\"a\":\"zStruck2\"}");
        byte[] bytes = Files.readAllBytes(trace);

        TraceSecrets.strike(trace);

        assertArrayEquals(bytes, Files.readAllBytes(trace));
    }

    /// It still does: nothing that was cut looks whole afterwards.
    @Test
    void oneThatBreaksOffHasNoneEither() throws IOException {
        Path trace = packed("{\"a\":\"zStruck1\"}");
        byte[] bytes = Files.readAllBytes(trace);
        Files.write(trace, Arrays.copyOf(bytes, bytes.length - 6));

        TraceSecrets.strike(trace);

        var read = new ByteArrayOutputStream();
        try (var in = new GZIPInputStream(Files.newInputStream(trace))) {
            assertThrows(EOFException.class, () -> in.transferTo(read));
        }
        assertEquals("{\"a\":\"(hidden)\"}", read.toString(StandardCharsets.UTF_8));
        assertEquals(1, folder.toFile().list().length);
    }

    @Test
    void aCopyOfOneThatBreaksOffIsRefused() throws IOException {
        Path trace = packed("{\"a\":1}");
        byte[] bytes = Files.readAllBytes(trace);
        Files.write(trace, Arrays.copyOf(bytes, bytes.length - 6));

        assertThrows(
                EOFException.class, () -> TraceSecrets.copy(trace, folder.resolve("copy.json.gz")));
    }

    private Path packed(String text) throws IOException {
        Path file = folder.resolve("trace.json.gz");
        try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }
}
