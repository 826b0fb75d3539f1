package dev.llmprof.trace.kineto;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KinetoSearchTest {
    private static final String WORD = "StreamBeginCapture";

    @TempDir Path folder;

    /// Pieces of 256 KiB are read, so the word lies across two of them.
    @ParameterizedTest
    @ValueSource(ints = {0, 262_135, 262_144, 900_000})
    void findsAWordWhereverItLies(int before) throws IOException {
        String text = "x".repeat(before) + "cudaStreamBeginCapture" + "y".repeat(50);
        Path plain = Files.writeString(folder.resolve("plain.json"), text);
        Path packed = folder.resolve("packed.json.gz");
        try (var out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(plain, out);
        }
        assertTrue(KinetoSearch.holds(plain, WORD));
        assertTrue(KinetoSearch.holds(packed, WORD));
        assertFalse(KinetoSearch.holds(packed, WORD + "d"));
    }

    @Test
    void whatIsDamagedHoldsNothing() throws IOException {
        Path packed = folder.resolve("packed.json.gz");
        try (var out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(WORD.getBytes(StandardCharsets.UTF_8));
        }
        Files.write(packed, Arrays.copyOf(Files.readAllBytes(packed), 12));
        assertFalse(KinetoSearch.holds(packed, WORD));
    }
}
