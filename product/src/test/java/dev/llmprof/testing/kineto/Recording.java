package dev.llmprof.testing.kineto;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/// All that happened while a [Program] ran.
public record Recording(
        Dialect dialect, List<HostEvent> host, List<GpuEvent> gpu, Optional<Rank> rank) {
    public Recording {
        host = List.copyOf(host);
        gpu = List.copyOf(gpu);
    }

    /// Which of several processes this is.
    public record Rank(int number, int of) {}

    public byte[] json() {
        return KinetoText.of(this).getBytes(StandardCharsets.UTF_8);
    }

    /// What an analysis must find.
    public ObjectNode truth() {
        return Truth.of(this);
    }

    public long gpuNanos() {
        return gpu.stream().mapToLong(GpuEvent::nanos).sum();
    }

    /// As the profiler writes it: packed where the name says so.
    public Path writtenTo(Path file) throws IOException {
        return Files.write(file, file.toString().endsWith(".gz") ? packed(json()) : json());
    }

    private static byte[] packed(byte[] bytes) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        }
        return packed.toByteArray();
    }
}
