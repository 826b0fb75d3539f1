package dev.llmprof.stage.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.pipeline.RunPaths;
import dev.llmprof.problem.GivenFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.stage.StageFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// `ranks.json` beside the captures of a distributed program: for each rank its host, GPU, capture,
/// and the clocks of its machine when it began and ended.
public final class RankFiles {
    private static final Pattern RANK = Pattern.compile("\\.rank(\\d{1,6})(?=[.-])");

    private RankFiles() {}

    /// From what the ranks' script and the hook have left in `scratch`, and the captures in
    /// `directory`. Empty where nothing has a rank.
    public static Optional<Artifact> write(Path scratch, Path directory, List<Path> captures) {
        SortedMap<Integer, JsonNode> hooked = hooked(scratch);
        SortedMap<Integer, JsonNode> started = started(scratch);
        SortedMap<Integer, Path> files = files(captures, hooked);
        var ranks = new TreeSet<>(hooked.keySet());
        ranks.addAll(started.keySet());
        ranks.addAll(files.keySet());
        if (ranks.isEmpty()) {
            return Optional.empty();
        }
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schema", 1);
        int size = size(hooked.values(), started.values());
        root.put("world_size", size == 0 ? null : Integer.valueOf(size));
        ArrayNode list = root.putArray("ranks");
        JsonNode nothing = JsonNodeFactory.instance.missingNode();
        for (int rank : ranks) {
            ObjectNode entry = list.addObject().put("rank", rank);
            describe(
                    entry, started.getOrDefault(rank, nothing), hooked.getOrDefault(rank, nothing));
            entry.put(
                    "file",
                    Optional.ofNullable(files.get(rank))
                            .map(file -> directory.relativize(file).toString())
                            .orElse(null));
        }
        Path file = directory.resolve(RunPaths.RANKS);
        AtomicFile.write(file, root.toPrettyString() + "\n");
        return Optional.of(new Artifact("ranks", file));
    }

    /// What their surroundings told the ranks; 0 where nothing did. A rank that never came to its
    /// first line is missed by it.
    private static int size(Collection<JsonNode> hooked, Collection<JsonNode> started) {
        return Stream.concat(hooked.stream(), started.stream())
                .mapToInt(rank -> rank.path("world_size").asInt(0))
                .max()
                .orElse(0);
    }

    /// The script's clocks are taken around the whole process, the hook's from the import of torch.
    private static void describe(ObjectNode entry, JsonNode started, JsonNode hooked) {
        JsonNode first = started.isMissingNode() ? hooked : started;
        entry.put("host", text(first, "host").orElse(null));
        entry.put("node", text(first, "node").orElse(null));
        // PyTorch knows which GPU it computes on, the script which one it should.
        entry.put(
                "gpu_uuid",
                text(hooked, "gpu_uuid").or(() -> text(started, "gpu_uuid")).orElse(null));
        if (started.has("exit")) {
            entry.set("exit", started.path("exit"));
        }
        entry.put("clocks_of", started.isMissingNode() ? "hook" : "process");
        for (String moment : List.of("began", "ended")) {
            if (first.has(moment)) {
                entry.set(moment, first.path(moment));
            } else {
                entry.putNull(moment);
            }
        }
    }

    private static Optional<String> text(JsonNode node, String key) {
        return Optional.of(node.path(key).asText(""))
                .filter(each -> !each.isEmpty() && !each.equals("null"));
    }

    /// Of processes that were recorded: a launcher may carry the number of its first rank.
    private static SortedMap<Integer, JsonNode> hooked(Path scratch) {
        SortedMap<Integer, JsonNode> found = new TreeMap<>();
        for (HookSummary each : HookSummary.in(scratch)) {
            each.rank()
                    .filter(_ -> each.json().path("recorded").asBoolean())
                    .ifPresent(rank -> found.putIfAbsent(rank, each.json()));
        }
        return found;
    }

    private static SortedMap<Integer, JsonNode> started(Path scratch) {
        SortedMap<Integer, JsonNode> found = new TreeMap<>();
        Path facts = RankLaunch.facts(scratch);
        if (Files.isDirectory(facts)) {
            for (Path file : StageFiles.ending(facts, ".json")) {
                read(file).ifPresent(rank -> found.put(rank.path("rank").asInt(), rank));
            }
        }
        return found;
    }

    /// They come by rename: one that cannot be read is somebody else's.
    private static Optional<JsonNode> read(Path file) {
        try {
            return Optional.of(GivenFile.json(file, ""));
        } catch (Problem.Found unreadable) {
            return Optional.empty();
        }
    }

    /// One rank alone has a capture without a number.
    private static SortedMap<Integer, Path> files(
            List<Path> captures, SortedMap<Integer, JsonNode> hooked) {
        SortedMap<Integer, Path> found = new TreeMap<>();
        for (Path capture : captures) {
            Matcher rank = RANK.matcher(capture.getFileName().toString());
            if (rank.find()) {
                found.putIfAbsent(Integer.valueOf(rank.group(1)), capture);
            }
        }
        if (found.isEmpty() && captures.size() == 1 && hooked.size() == 1) {
            found.put(hooked.firstKey(), captures.getFirst());
        }
        return found;
    }
}
