package dev.llmprof.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.engine.model.Session;
import dev.llmprof.engine.profile.Marks;
import dev.llmprof.engine.weights.Json;
import dev.llmprof.workload.ResultKeys;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// What one item took and gave.
record ItemResult(
        int epoch,
        Path file,
        Instant began,
        int promptTokens,
        List<Long> tokens,
        long prefillNanos,
        long decodeNanos,
        long samNanos,
        long clipNanos,
        long projectorNanos) {

    ItemResult {
        tokens = List.copyOf(tokens);
    }

    static ItemResult of(
            int epoch, Path file, Instant began, Session.Generated generated, Marks marks) {
        return new ItemResult(
                epoch,
                file,
                began,
                generated.promptTokens(),
                generated.tokens(),
                marks.nanos("prefill"),
                marks.nanos("decode"),
                marks.nanos("sam"),
                marks.nanos("clip"),
                marks.nanos("projector"));
    }

    /// Vision runs inside prefill; its time is part of prefill's.
    long visionNanos() {
        return samNanos + clipNanos + projectorNanos;
    }

    /// Tokens of the decode loop by its time; the first token belongs to prefill.
    double tokensPerSecond() {
        return decodeNanos == 0 ? 0 : (tokens.size() - 1) * 1e9 / decodeNanos;
    }

    ObjectNode json() {
        ObjectNode json = Json.MAPPER.createObjectNode();
        json.put(ResultKeys.EPOCH, epoch);
        json.put(
                ResultKeys.BEGAN_UNIX_NS,
                began.getEpochSecond() * 1_000_000_000L + began.getNano());
        json.put(ResultKeys.IMAGE_PATH, file.toString());
        json.put(ResultKeys.PREFILL_MS, millis(prefillNanos));
        json.put(ResultKeys.DECODE_MS, millis(decodeNanos));
        json.put(ResultKeys.TOKENS, tokens.size());
        json.put(ResultKeys.TOKENS_PER_S, tokensPerSecond());
        json.put(ResultKeys.PREFILL_LEN, promptTokens);
        json.put(ResultKeys.VISION_MS, millis(visionNanos()));
        json.put(ResultKeys.SAM_MS, millis(samNanos));
        json.put(ResultKeys.CLIP_MS, millis(clipNanos));
        json.put(ResultKeys.PROJECTOR_MS, millis(projectorNanos));
        return json;
    }

    static double millis(long nanos) {
        return nanos / 1e6;
    }
}
