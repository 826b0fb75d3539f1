package dev.llmprof.trace;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.problem.GivenFile;
import dev.llmprof.workload.ResultKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// One request of a workload's `results.json`, the recorded ones of the engine too: when it began
/// by the wall clock, and what it took by the workload's own.
public record TimedRequest(
        OptionalLong beganUnixNanos,
        boolean profiled,
        boolean cold,
        long prefillNanos,
        long decodeNanos,
        long promptTokens,
        long newTokens,
        long sequences) {

    public static List<TimedRequest> read(Path file) {
        JsonNode root = GivenFile.json(file, "run the stage again");
        List<TimedRequest> all = new ArrayList<>();
        root.path(ResultKeys.ITEMS)
                .forEach(item -> all.add(of(item, item.path(ResultKeys.PROFILED).asBoolean())));
        root.path(ResultKeys.PROFILED).forEach(item -> all.add(of(item, true)));
        return all;
    }

    /// The first token of each sequence comes out of the prefill.
    public long decodedTokens() {
        return Math.max(0, newTokens - sequences);
    }

    /// What each sequence waits for its next token; zero where none was decoded.
    public double decodeNanosPerStep() {
        return decodedTokens() == 0 ? 0 : (double) decodeNanos * sequences / decodedTokens();
    }

    private static TimedRequest of(JsonNode node, boolean profiled) {
        long began = node.path(ResultKeys.BEGAN_UNIX_NS).asLong();
        return new TimedRequest(
                began > 0 ? OptionalLong.of(began) : OptionalLong.empty(),
                profiled,
                node.path(ResultKeys.COLD).asBoolean(),
                nanos(node, ResultKeys.PREFILL_MS),
                nanos(node, ResultKeys.DECODE_MS),
                node.path(ResultKeys.PREFILL_LEN).asLong(),
                node.path(ResultKeys.TOKENS).asLong(),
                Math.max(1, node.path(ResultKeys.SEQUENCES).asLong(1)));
    }

    private static long nanos(JsonNode node, String key) {
        return Math.round(node.path(key).asDouble() * 1e6);
    }
}
