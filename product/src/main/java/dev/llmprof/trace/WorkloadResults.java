package dev.llmprof.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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
    /// of each sequence comes from prefill.
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
            long sequences) {

        /// Those of the decode loop, by its time.
        public double tokensPerSecond() {
            return decodeNanos == 0 ? 0 : decodedTokens() * 1e9 / decodeNanos;
        }

        public long decodedTokens() {
            return Math.max(0, newTokens - sequences);
        }
    }

    /// A picture that was read.
    public record Image(String path, long bytes, int width, int height) {}

    public Optional<String> fact(String key) {
        return Optional.ofNullable(facts.get(key));
    }

    /// Whether its clock waited for the device at the end of each phase.
    public boolean waited() {
        return !facts.getOrDefault("clock", "").equals("host");
    }

    public static WorkloadResults read(Path file) {
        try {
            return of(new JsonMapper().readTree(Files.readString(file)));
        } catch (JsonProcessingException e) {
            throw new Problem(
                            "the workload's results are broken: " + e.getOriginalMessage(),
                            file.toString(),
                            "run the stage again")
                    .found();
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + file, e);
        }
    }

    private static WorkloadResults of(JsonNode root) {
        List<String> notes = new ArrayList<>();
        root.path("notes").forEach(note -> notes.add(note.asText()));
        List<Item> items = new ArrayList<>();
        root.path("items").forEach(item -> items.add(item(item)));
        List<Image> images = new ArrayList<>();
        root.path("images").forEach(image -> images.add(image(image)));
        return new WorkloadResults(
                root.path("interrupted").asBoolean(),
                scalars(root),
                scalars(root.path("threads")),
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
                node.path("image_path").asText(),
                nanos(node, "prefill_ms"),
                nanos(node, "decode_ms"),
                nanos(node, "vision_ms"),
                nanos(node, "sam_ms"),
                nanos(node, "clip_ms"),
                nanos(node, "projector_ms"),
                node.path("prefill_len").asLong(),
                node.path("tokens").asLong(),
                Math.max(1, node.path("sequences").asLong(1)));
    }

    private static Image image(JsonNode node) {
        return new Image(
                node.path("path").asText(),
                node.path("bytes").asLong(),
                node.path("width").asInt(),
                node.path("height").asInt());
    }

    private static long nanos(JsonNode node, String key) {
        return Math.round(node.path(key).asDouble() * 1e6);
    }
}
