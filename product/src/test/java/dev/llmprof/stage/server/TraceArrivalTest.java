package dev.llmprof.stage.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.secret.Secrets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
        Path packed = folder.resolve("b.json.gz");
        try (var out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
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
}
