package dev.llmprof.study.rank;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.pipeline.RunPaths;
import dev.llmprof.problem.GivenFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.trace.Rank;
import dev.llmprof.trace.Trace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/// `ranks.json` beside a capture, as a run of ours leaves it: which rank the capture is of, of how
/// many, and on which host, where the capture itself does not say.
public final class RankList {
    private static final String HOST = "host_name";

    private RankList() {}

    /// The trace with what the list knows of it. A list that cannot be read is a problem to tell,
    /// and no reason to do without the trace.
    public static Trace on(Trace trace, Consumer<Problem> problems) {
        // The name of a file in a zip may be one that no file can have.
        if (trace.source().indexOf('\0') >= 0) {
            return trace;
        }
        Path capture = Path.of(trace.source());
        Path file = capture.resolveSibling(RunPaths.RANKS);
        if (!Files.isRegularFile(file)) {
            return trace;
        }
        try {
            JsonNode list =
                    GivenFile.json(file, "remove it, and captures are told apart by what they say");
            return entry(list, capture.getFileName().toString())
                    .map(entry -> with(trace, entry, size(list)))
                    .orElse(trace);
        } catch (Problem.Found unreadable) {
            unreadable.problems().forEach(problems);
            return trace;
        }
    }

    /// By the file's name; an export or an unpacked trace has another ending.
    private static Optional<JsonNode> entry(JsonNode list, String name) {
        for (JsonNode entry : list.path("ranks")) {
            String file = entry.path("file").asText("");
            if (entry.path("rank").canConvertToInt()
                    && !file.isEmpty()
                    && stem(file).equals(stem(name))) {
                return Optional.of(entry);
            }
        }
        return Optional.empty();
    }

    private static String stem(String name) {
        return name.replaceFirst("\\.(json|nsys-rep|qdrep|sqlite)(\\.[a-z]+)?$", "");
    }

    /// Without a number of its own the list has at least those that it names.
    private static int size(JsonNode list) {
        int largest = 0;
        for (JsonNode entry : list.path("ranks")) {
            largest = Math.max(largest, entry.path("rank").asInt() + 1);
        }
        return Math.max(largest, list.path("world_size").asInt(0));
    }

    private static Trace with(Trace trace, JsonNode entry, int size) {
        var facts = new TreeMap<>(trace.facts());
        String host = entry.path("host").asText("");
        if (entry.path("host").isTextual() && !host.isEmpty()) {
            facts.putIfAbsent(HOST, host);
        }
        return new Trace(
                trace.source(),
                trace.tool(),
                trace.gpu(),
                trace.host(),
                trace.frames(),
                trace.gpuRanges(),
                trace.allocations(),
                trace.collectives(),
                trace.devices(),
                trace.rank()
                        .or(() ->
                                Optional.of(
                                        new Rank(entry.path("rank").asInt(), size, "", List.of()))),
                facts,
                trace.reading());
    }
}
