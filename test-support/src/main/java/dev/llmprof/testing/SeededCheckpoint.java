package dev.llmprof.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Writes a model of `test-support/models` as a Hugging Face folder of two files, its weights drawn
/// from their names as `seeded.py` draws them.
public final class SeededCheckpoint {
    public static final Path MODELS = SharedData.projectRoot().resolve("test-support/models");
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private SeededCheckpoint() {}

    public static Path write(String model, Path folder) throws IOException {
        Path from = MODELS.resolve(model);
        JsonNode config = MAPPER.readTree(from.resolve("config.json").toFile());
        boolean halved = config.path("torch_dtype").asText().equals("bfloat16");
        copy(from, folder);
        Files.copy(MODELS.resolve("tokenizer_cases.json"), folder.resolve("tokenizer_cases.json"));
        // Both ways to write merges are in use: pairs since 2024, words with a blank before.
        ObjectNode tokenizer =
                (ObjectNode) MAPPER.readTree(MODELS.resolve("tokenizer.json").toFile());
        if (halved) {
            joinMerges(tokenizer);
        }
        MAPPER.writeValue(folder.resolve("tokenizer.json").toFile(), tokenizer);
        var tensors =
                new ArrayList<>(
                        MAPPER.readTree(from.resolve("tensors.json").toFile()).properties());
        ObjectNode places = MAPPER.createObjectNode();
        int half = tensors.size() / 2;
        writePart(folder, 1, tensors.subList(0, half), halved, places);
        writePart(folder, 2, tensors.subList(half, tensors.size()), halved, places);
        ObjectNode index = MAPPER.createObjectNode();
        // transformers refuses an index without it.
        index.putObject("metadata").put("format", "pt");
        index.set("weight_map", places);
        MAPPER.writeValue(folder.resolve("model.safetensors.index.json").toFile(), index);
        return folder;
    }

    /// All that is recorded of it.
    private static void copy(Path from, Path folder) throws IOException {
        try (var files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path to = folder.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(file, to);
                }
            }
        }
    }

    private static void joinMerges(ObjectNode tokenizer) {
        ArrayNode joined = MAPPER.createArrayNode();
        JsonNode pairs = tokenizer.at("/model/merges");
        pairs.forEach(pair -> joined.add(pair.get(0).asText() + " " + pair.get(1).asText()));
        ((ObjectNode) tokenizer.get("model")).set("merges", joined);
    }

    private static void writePart(
            Path folder,
            int part,
            List<Map.Entry<String, JsonNode>> tensors,
            boolean halved,
            ObjectNode places)
            throws IOException {
        String file = String.format(Locale.ROOT, "model-%05d-of-000002.safetensors", part);
        ObjectNode entries = MAPPER.createObjectNode();
        entries.putObject("__metadata__").put("format", "pt");
        int end = 0;
        for (var tensor : tensors) {
            int begin = end;
            end += count(tensor.getValue()) * (halved ? 2 : 4);
            ObjectNode entry = entries.putObject(tensor.getKey());
            entry.put("dtype", halved ? "BF16" : "F32").set("shape", tensor.getValue());
            entry.putArray("data_offsets").add(begin).add(end);
            places.put(tensor.getKey(), file);
        }
        byte[] header = entries.toString().getBytes(StandardCharsets.UTF_8);
        ByteBuffer all =
                ByteBuffer.allocate(Long.BYTES + header.length + end)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(header.length)
                        .put(header);
        for (var tensor : tensors) {
            for (float value : values(tensor.getKey(), tensor.getValue())) {
                if (halved) {
                    all.putShort(bfloat16(value));
                } else {
                    all.putFloat(value);
                }
            }
        }
        Files.write(folder.resolve(file), all.array());
    }

    private static float[] values(String name, JsonNode shape) {
        float[] values = new float[count(shape)];
        float spread = (float) spread(name, shape);
        boolean norm =
                name.contains("norm") || name.contains(".neck.1.") || name.contains(".neck.3.");
        float centre = norm && name.endsWith("weight") ? 1 : 0;
        long state = origin(name);
        for (int i = 0; i < values.length; i++) {
            state += GOLDEN;
            float unit = (mixed(state) >>> 40) * 0x1p-24f;
            values[i] = (unit - 0.5f) * spread + centre;
        }
        return values;
    }

    private static double spread(String name, JsonNode shape) {
        if (shape.size() < 2) {
            return 0.2;
        }
        int inputs = count(shape) / shape.get(0).asInt();
        return (name.equals("lm_head.weight") ? 3.0 : 1.0) * Math.sqrt(12.0 / inputs);
    }

    private static int count(JsonNode shape) {
        int count = 1;
        for (JsonNode size : shape) {
            count = Math.multiplyExact(count, size.asInt());
        }
        return count;
    }

    /// FNV-1a.
    private static long origin(String name) {
        long value = 0xCBF29CE484222325L;
        for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
            value = (value ^ (each & 0xff)) * 0x100000001B3L;
        }
        return value;
    }

    /// SplitMix64.
    private static long mixed(long state) {
        long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /// The upper half, rounded to nearest, ties to even.
    private static short bfloat16(float value) {
        int bits = Float.floatToRawIntBits(value);
        return (short) ((bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16);
    }
}
