package dev.llmprof.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.engine.model.Session;
import dev.llmprof.engine.profile.Marks;
import dev.llmprof.engine.weights.Json;
import java.nio.file.Path;
import java.util.List;

/// What one item took and gave.
record ItemResult(
        int epoch,
        Path file,
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

    static ItemResult of(int epoch, Path file, Session.Generated generated, Marks marks) {
        return new ItemResult(
                epoch,
                file,
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
        json.put("epoch", epoch);
        json.put("image_path", file.toString());
        json.put("prefill_ms", millis(prefillNanos));
        json.put("decode_ms", millis(decodeNanos));
        json.put("tokens", tokens.size());
        json.put("tokens_per_s", tokensPerSecond());
        json.put("prefill_len", promptTokens);
        json.put("vision_ms", millis(visionNanos()));
        json.put("sam_ms", millis(samNanos));
        json.put("clip_ms", millis(clipNanos));
        json.put("projector_ms", millis(projectorNanos));
        return json;
    }

    static double millis(long nanos) {
        return nanos / 1e6;
    }
}
