package dev.llmprof.trace.kineto;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.trace.Device;
import dev.llmprof.trace.Rank;
import dev.llmprof.trace.RankGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// The fields of a trace beside its events: devices, rank, versions.
final class KinetoHeader {
    static final int LONGEST_BYTES = 1 << 20;
    private static final int LONGEST_FACT = 200;
    private static final int MOST_RANKS = 1 << 20;
    private static final Pattern NUMBER = Pattern.compile("\\d{1,7}");

    private final SortedMap<String, String> facts = new TreeMap<>();
    private final List<Device> devices = new ArrayList<>();
    private Optional<Rank> rank = Optional.empty();

    /// Takes a field as it stands in the file; one that cannot be read is left out.
    void field(String key, String json) {
        boolean structure = json.startsWith("{") || json.startsWith("[");
        if (!structure) {
            scalar(key, json);
        } else if (key.equals("deviceProperties")) {
            JsonNodes.of(json).forEach(device -> devices.add(device(device)));
        } else if (key.equals("distributedInfo")) {
            rank = rank(JsonNodes.of(json));
        }
    }

    List<Device> devices() {
        return devices;
    }

    Optional<Rank> rank() {
        return rank;
    }

    SortedMap<String, String> facts() {
        return facts;
    }

    private void scalar(String key, String json) {
        String text = json.startsWith("\"") ? text(json) : json;
        if (text.length() <= LONGEST_FACT) {
            facts.put(key, text);
        }
    }

    private static String text(String json) {
        return json.indexOf('\\') < 0
                ? json.substring(1, json.length() - 1)
                : JsonNodes.of(json).asText();
    }

    private static Device device(JsonNode node) {
        return new Device(
                node.path("id").asText(""),
                node.path("name").asText(""),
                node.path("totalGlobalMem").asLong(0),
                node.path("computeMajor").asInt(0),
                node.path("computeMinor").asInt(0),
                node.path("numSms").asInt(0),
                node.path("warpSize").asInt(0));
    }

    private static Optional<Rank> rank(JsonNode node) {
        if (!node.path("rank").canConvertToInt()) {
            return Optional.empty();
        }
        return Optional.of(
                new Rank(
                        node.path("rank").asInt(),
                        node.path("world_size").asInt(0),
                        node.path("backend").asText(""),
                        groups(node.path("pg_config"), node.path("world_size").asInt(0))));
    }

    /// Ranks stand there as numbers or as a text of them; those of a group of all may be left out.
    private static List<RankGroup> groups(JsonNode config, int worldSize) {
        List<RankGroup> groups = new ArrayList<>();
        for (JsonNode group : config) {
            List<Integer> ranks = new ArrayList<>();
            group.path("ranks").forEach(rank -> ranks.add(rank.asInt()));
            NUMBER.matcher(group.path("ranks").asText(""))
                    .results()
                    .forEach(number -> ranks.add(Integer.valueOf(number.group())));
            if (ranks.isEmpty() && worldSize <= MOST_RANKS && isOfAll(group, worldSize)) {
                IntStream.range(0, worldSize).forEach(ranks::add);
            }
            groups.add(
                    new RankGroup(
                            group.path("pg_name").asText(""),
                            group.path("pg_desc").asText(""),
                            group.path("backend_config").asText(""),
                            ranks));
        }
        return groups;
    }

    private static boolean isOfAll(JsonNode group, int worldSize) {
        return group.path("pg_size").asInt(0) == worldSize
                || group.path("pg_desc").asText("").equals("default_pg");
    }
}
