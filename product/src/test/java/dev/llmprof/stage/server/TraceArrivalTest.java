package dev.llmprof.stage.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.secret.Secrets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceArrivalTest {
    @TempDir private Path folder;

    @Test
    void aServersTraceIsKeptWithoutKnownSecrets() throws IOException {
        Secrets.learn(Map.of("ARRIVAL_TOKEN", "zArrivalToken"));
        String text = "{\"traceEvents\":[{\"name\":\"asked with zArrivalToken\"}]}";
        Path plain = Files.writeString(folder.resolve("a.json"), text);
        Path packed = packed("b.json.gz", text);
        Path run = Files.createDirectory(folder.resolve("run"));

        for (Path kept : TraceArrival.collect(List.of(plain, packed), run)) {
            try (var in = new GZIPInputStream(Files.newInputStream(kept))) {
                assertEquals(
                        text.replace("zArrivalToken", "(hidden)"),
                        new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        assertEquals(text, Files.readString(plain));
    }

    @Test
    void aTraceWithAWrongChecksumOrWithoutItsEndIsNotWhole() throws IOException {
        String text = "{\"traceEvents\":[{\"name\":\"a\"}]}";
        Path trace = packed("c.json.gz", text + "\n");
        assertTrue(TraceArrival.whole(trace));
        byte[] bytes = Files.readAllBytes(trace);
        bytes[bytes.length - 8] ^= 1;
        assertFalse(TraceArrival.whole(Files.write(trace, bytes)));
        assertFalse(TraceArrival.whole(Files.write(trace, Arrays.copyOf(bytes, bytes.length - 9))));
        assertFalse(TraceArrival.whole(packed("d.json.gz", text.substring(0, text.length() - 3))));
    }

    private Path packed(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }
}
