package dev.llmprof.engine.weights;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// One safetensors file, memory-mapped: its header is checked, its tensors stay on disk until read.
final class Safetensors {
    private static final long HEADER_LIMIT_BYTES = 100_000_000;
    private static final ValueLayout.OfLong LENGTH =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private Safetensors() {}

    /// A tensor as stored: its bytes live as long as the mapping's arena.
    record Stored(String type, List<Long> shape, MemorySegment bytes) {
        Stored {
            shape = List.copyOf(shape);
        }

        long[] sizes() {
            return shape.stream().mapToLong(Long::longValue).toArray();
        }
    }

    static Map<String, Stored> map(Path file, Arena arena) {
        try (var channel = FileChannel.open(file)) {
            return tensors(
                    file, channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena));
        } catch (NoSuchFileException e) {
            throw new Problem(
                            file.getFileName() + " is missing, and the index names it",
                            file.toString(),
                            "fetch the file; a folder has all parts or is of no use")
                    .found();
        } catch (IOException e) {
            throw broken(file, "it cannot be opened (" + e.getMessage() + ")");
        }
    }

    private static Map<String, Stored> tensors(Path file, MemorySegment all) throws IOException {
        if (all.byteSize() < Long.BYTES) {
            throw broken(file, "it is shorter than its own header");
        }
        long header = all.get(LENGTH, 0);
        if (header < 2 || header > HEADER_LIMIT_BYTES || header > all.byteSize() - Long.BYTES) {
            throw broken(file, "its header says it is " + header + " bytes long");
        }
        MemorySegment data = all.asSlice(Long.BYTES + header);
        JsonNode entries = entries(file, all.asSlice(Long.BYTES, header));
        Map<String, Stored> tensors = new TreeMap<>();
        for (var entry : entries.properties()) {
            if (!entry.getKey().equals("__metadata__")) {
                tensors.put(entry.getKey(), stored(file, entry.getKey(), entry.getValue(), data));
            }
        }
        return tensors;
    }

    private static JsonNode entries(Path file, MemorySegment header) throws IOException {
        String text =
                new String(header.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8).strip();
        JsonNode entries;
        try {
            entries = Json.MAPPER.readTree(text);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw broken(file, "its header is not JSON (" + e.getOriginalMessage() + ")");
        }
        if (!entries.isObject()) {
            throw broken(file, "its header is not a JSON object");
        }
        return entries;
    }

    private static Stored stored(Path file, String name, JsonNode entry, MemorySegment data) {
        String type = entry.path("dtype").asText();
        JsonNode dimensions = entry.path("shape");
        long from = entry.path("data_offsets").path(0).asLong(-1);
        long to = entry.path("data_offsets").path(1).asLong(-1);
        if (!dimensions.isArray() || from < 0 || to < from || to > data.byteSize()) {
            throw broken(file, "the entry of " + name + " points outside the file");
        }
        List<Long> shape = new ArrayList<>();
        long bytes = elementBytes(file, name, type);
        for (JsonNode dimension : dimensions) {
            long size = dimension.asLong(-1);
            shape.add(size);
            bytes = size < 0 ? -1 : Math.multiplyExact(bytes, size);
        }
        if (bytes != to - from) {
            throw broken(file, "the shape of " + name + " does not fit its bytes");
        }
        return new Stored(type, shape, data.asSlice(from, to - from));
    }

    private static long elementBytes(Path file, String name, String type) {
        return switch (type) {
            case "F32", "I32" -> 4;
            case "BF16", "F16" -> 2;
            case "F64", "I64" -> 8;
            case "I8", "U8", "BOOL" -> 1;
            default ->
                    throw new Problem(
                                    "tensor " + name + " is stored as " + type,
                                    file.toString(),
                                    "this engine reads F32, BF16 and F16 checkpoints")
                            .found();
        };
    }

    private static Problem.Found broken(Path file, String why) {
        return new Problem(
                        file.getFileName() + " is not a whole safetensors file: " + why,
                        file.toString(),
                        "fetch the file again; with Git LFS, `git lfs pull`")
                .found();
    }
}
