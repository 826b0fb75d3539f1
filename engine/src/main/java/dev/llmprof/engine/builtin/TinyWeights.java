package dev.llmprof.engine.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.engine.weights.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.SplittableRandom;

/// Random weights for every tensor of a layout, as one float32 safetensors file.
final class TinyWeights {
    private TinyWeights() {}

    static void write(JsonNode config, long seed, Path file) throws IOException {
        Map<String, long[]> shapes = TinyLayout.of(config);
        byte[] header = header(shapes);
        var random = new SplittableRandom(seed);
        try (var channel =
                FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer front =
                    ByteBuffer.allocate(Long.BYTES + header.length).order(ByteOrder.LITTLE_ENDIAN);
            writeAll(channel, front.putLong(header.length).put(header).flip());
            for (var tensor : shapes.entrySet()) {
                writeAll(channel, values(tensor.getKey(), tensor.getValue(), random));
            }
        }
    }

    private static byte[] header(Map<String, long[]> shapes) {
        ObjectNode entries = Json.MAPPER.createObjectNode();
        entries.putObject("__metadata__").put("format", "pt");
        long offset = 0;
        for (var tensor : shapes.entrySet()) {
            ObjectNode entry = entries.putObject(tensor.getKey()).put("dtype", "F32");
            var shape = entry.putArray("shape");
            for (long size : tensor.getValue()) {
                shape.add(size);
            }
            long end = offset + Float.BYTES * count(tensor.getValue());
            entry.putArray("data_offsets").add(offset).add(end);
            offset = end;
        }
        String text = entries.toString();
        String padded = text + " ".repeat((8 - text.length() % 8) % 8);
        return padded.getBytes(StandardCharsets.UTF_8);
    }

    /// Norms begin as identity; matrices keep the scale of what goes through them.
    private static ByteBuffer values(String name, long[] shape, SplittableRandom random) {
        int count = Math.toIntExact(count(shape));
        ByteBuffer values = ByteBuffer.allocate(Float.BYTES * count).order(ByteOrder.LITTLE_ENDIAN);
        boolean norm = name.contains("norm") || name.matches(".*neck\\.[13]\\..*");
        double centre = norm && name.endsWith("weight") ? 1 : 0;
        double spread = shape.length > 1 ? 1 / Math.sqrt(count / (double) shape[0]) : 0.02;
        for (int i = 0; i < count; i++) {
            values.putFloat((float) (centre + spread * random.nextGaussian()));
        }
        if (name.equals("lm_head.weight")) {
            silenceEndOfText(values, (int) shape[1]);
        }
        return values.flip();
    }

    /// A random model would end its text by chance; this one always answers in full length.
    private static void silenceEndOfText(ByteBuffer head, int width) {
        for (int i = width; i < 2 * width; i++) {
            head.putFloat(Float.BYTES * i, 0);
        }
    }

    private static long count(long[] shape) {
        long count = 1;
        for (long size : shape) {
            count *= size;
        }
        return count;
    }

    private static void writeAll(FileChannel channel, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }
}
