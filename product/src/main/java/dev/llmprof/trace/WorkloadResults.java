package dev.llmprof.trace;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.problem.GivenFile;
import dev.llmprof.workload.ResultKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a workload measured by its own clock, from its `results.json`: the built-in engine's, or
/// what the hook saw in a Python program.
public record WorkloadResults(
        boolean interrupted,
        SortedMap<String, String> facts,
        SortedMap<String, String> threads,
        List<String> notes,
        List<Item> items,
        List<Image> images) {

    public WorkloadResults {
        facts = new TreeMap<>(facts);
        threads = new TreeMap<>(threads);
        notes = List.copyOf(notes);
        items = List.copyOf(items);
        images = List.copyOf(images);
    }

    /// One item or request of one or more sequences. Vision is a part of prefill; the first token
    /// of each sequence comes from prefill. A profiler may have been at work; a cold one is the
    /// first of its process.
    public record Item(
            String input,
            long prefillNanos,
            long decodeNanos,
            long visionNanos,
            long samNanos,
            long clipNanos,
            long projectorNanos,
            long promptTokens,
            long newTokens,
            long sequences,
            boolean profiled,
            boolean cold) {}

    /// A picture that was read.
    public record Image(String path, long bytes, int width, int height) {}

    /// The folder of the model that ran.
    public Optional<String> modelPath() {
        return fact(ResultKeys.MODEL_PATH);
    }

    public Optional<String> dtype() {
        return fact(ResultKeys.DTYPE);
    }

    public Optional<String> device() {
        return fact(ResultKeys.DEVICE);
    }

    /// How pages were cut, as the static analysis takes it.
    public Optional<String> imageMode() {
        return fact(ResultKeys.IMAGE_MODE);
    }

    public Optional<String> fact(String key) {
        return Optional.ofNullable(facts.get(key));
    }

    /// Whether its clock waited for the device at the end of each phase.
    public boolean waited() {
        return !facts.getOrDefault(ResultKeys.CLOCK, "").equals(ResultKeys.HOST_CLOCK);
    }

    /// PyTorch multiplies fp32 on a GPU in TF32 where it was told that this is exact enough.
    public boolean roundsProducts() {
        return device().filter(device -> device.startsWith("cuda")).isPresent()
                && fact(ResultKeys.FLOAT32_MATMUL)
                        .filter(how -> !how.equals(ResultKeys.HIGHEST))
                        .isPresent();
    }

    public static WorkloadResults read(Path file) {
        return of(GivenFile.json(file, "run the stage again"));
    }

    private static WorkloadResults of(JsonNode root) {
        List<String> notes = new ArrayList<>();
        root.path(ResultKeys.NOTES).forEach(note -> notes.add(note.asText()));
        List<Item> items = new ArrayList<>();
        root.path(ResultKeys.ITEMS).forEach(item -> items.add(item(item)));
        List<Image> images = new ArrayList<>();
        root.path(ResultKeys.IMAGES).forEach(image -> images.add(image(image)));
        return new WorkloadResults(
                root.path(ResultKeys.INTERRUPTED).asBoolean(),
                scalars(root),
                scalars(root.path(ResultKeys.THREADS)),
                notes,
                items,
                images);
    }

    private static SortedMap<String, String> scalars(JsonNode node) {
        SortedMap<String, String> facts = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            if (entry.getValue().isValueNode() && !entry.getValue().isNull()) {
                facts.put(entry.getKey(), entry.getValue().asText());
            }
        }
        return facts;
    }

    private static Item item(JsonNode node) {
        return new Item(
                node.path(ResultKeys.IMAGE_PATH).asText(),
                nanos(node, ResultKeys.PREFILL_MS),
                nanos(node, ResultKeys.DECODE_MS),
                nanos(node, ResultKeys.VISION_MS),
                nanos(node, ResultKeys.SAM_MS),
                nanos(node, ResultKeys.CLIP_MS),
                nanos(node, ResultKeys.PROJECTOR_MS),
                node.path(ResultKeys.PREFILL_LEN).asLong(),
                node.path(ResultKeys.TOKENS).asLong(),
                Math.max(1, node.path(ResultKeys.SEQUENCES).asLong(1)),
                node.path(ResultKeys.PROFILED).asBoolean(),
                node.path(ResultKeys.COLD).asBoolean());
    }

    private static Image image(JsonNode node) {
        return new Image(
                node.path(ResultKeys.PATH).asText(),
                node.path(ResultKeys.BYTES).asLong(),
                node.path(ResultKeys.WIDTH).asInt(),
                node.path(ResultKeys.HEIGHT).asInt());
    }

    private static long nanos(JsonNode node, String key) {
        return Math.round(node.path(key).asDouble() * 1e6);
    }
}
