package dev.llmprof.testing.kineto;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/// What an analysis of a [Recording] must find, under the keys that `llmprof analyze` writes. Who
/// belongs to whom is what the program said and never searched for; sums and spans are counted in
/// the plainest way.
final class Truth {
    private static final JsonMapper MAPPER = new JsonMapper();

    private Truth() {}

    static ObjectNode of(Recording recording) {
        ObjectNode truth = object();
        written(recording, truth);
        GpuTruth.add(recording, truth);
        LinkTruth.add(recording, truth);
        HostTruth.add(recording, truth);
        StreamTruth.add(recording, truth);
        IdleTruth.add(recording, truth);
        RangeTruth.add(recording, truth);
        recording
                .rank()
                .ifPresent(rank ->
                        truth.putObject("rank")
                                .put("rank", rank.number())
                                .put("world_size", rank.of())
                                .put("backend", "nccl"));
        return truth;
    }

    /// What stands in the file, counted by another reader of JSON.
    private static void written(Recording recording, ObjectNode truth) {
        JsonNode events = tree(recording.json()).path("traceEvents");
        var phases = new TreeMap<String, Integer>();
        var categories = new TreeMap<String, Integer>();
        for (JsonNode event : events) {
            String phase = event.path("ph").asText();
            phases.merge(phase, 1, Integer::sum);
            if (phase.equals("X")) {
                categories.merge(event.path("cat").asText(), 1, Integer::sum);
            }
        }
        truth.put("events", events.size());
        phases.forEach(truth.putObject("by_phase")::put);
        categories.forEach(truth.putObject("by_category")::put);
        truth.put("unreadable", 0);
        truth.put("negative_durations_clamped", 0);
        truth.put("missing_durations", 0);
    }

    private static JsonNode tree(byte[] json) {
        try {
            return MAPPER.readTree(json);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /// Rows with the largest number first, equal ones by name.
    static void rows(ObjectNode in, String key, Collection<ObjectNode> rows, String largest) {
        Comparator<ObjectNode> byNumber =
                Comparator.comparingLong(row -> row.path(largest).asLong());
        List<ObjectNode> sorted =
                rows.stream()
                        .sorted(
                                byNumber.reversed()
                                        .thenComparing(row -> row.path("name").asText())
                                        .thenComparing(
                                                row -> row.path("user_annotation").asBoolean()))
                        .toList();
        in.putArray(key).addAll(sorted);
    }
}
