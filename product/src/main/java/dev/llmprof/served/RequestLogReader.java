package dev.llmprof.served;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.problem.GivenFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.served.LoadFacts.Goals;
import dev.llmprof.table.LongColumn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads `requests.jsonl`, also one whose last line is missing or cut.
public final class RequestLogReader {
    private static final String FIX = "run its stage again";
    private static final JsonMapper JSON = new JsonMapper();

    private RequestLogReader() {}

    public static ServedLoad read(Path file) {
        List<String> lines = GivenFile.text(file, FIX).lines().toList();
        JsonNode head = lines.isEmpty() ? JSON.missingNode() : json(lines.getFirst(), file, 1);
        if (head.path("schema").asInt() != RequestLog.SCHEMA) {
            throw new Problem("this is not a log of requests", file + ":1", FIX).found();
        }
        List<ServedRequest> requests = new ArrayList<>();
        Optional<String> cutShort = Optional.of("llmprof was stopped while it ran");
        for (int at = 1; at < lines.size(); at++) {
            boolean last = at == lines.size() - 1;
            if (last && !lines.get(at).endsWith("}")) {
                break;
            }
            JsonNode node = json(lines.get(at), file, at + 1);
            if (node.has("cut_short")) {
                cutShort = Optional.of(node.path("cut_short").asText()).filter(t -> !t.isEmpty());
            } else {
                requests.add(request(node, file + ":" + (at + 1)));
            }
        }
        requests.sort(Comparator.comparingInt(ServedRequest::number));
        return new ServedLoad(facts(head), requests, cutShort);
    }

    private static JsonNode json(String line, Path file, int number) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new Problem(
                            "this is not JSON: " + e.getOriginalMessage(), file + ":" + number, FIX)
                    .found();
        }
    }

    private static LoadFacts facts(JsonNode head) {
        return new LoadFacts(
                head.path("began_epoch_ns").asLong(),
                head.path("url").asText(),
                head.path("engine").asText(),
                head.path("model").asText(),
                head.path("load").asText(),
                head.path("open_loop").asBoolean(),
                new Goals(whole(head, "slo_ttft_ns"), whole(head, "slo_tpot_ns")));
    }

    private static ServedRequest request(JsonNode node, String at) {
        var tokens = new LongColumn.Builder();
        node.path("token_ns").forEach(each -> tokens.add(each.asLong()));
        return new ServedRequest(
                node.path("number").asInt(),
                node.path("due_ns").asLong(),
                node.path("sent_ns").asLong(),
                tokens.build(),
                node.path("end_ns").asLong(),
                whole(node, "prompt_tokens"),
                node.path("new_tokens").asLong(),
                node.path("counted_by_server").asBoolean(),
                failure(node, at));
    }

    private static Optional<RequestFailure> failure(JsonNode node, String at) {
        if (!node.has("failure")) {
            return Optional.empty();
        }
        String word = node.path("failure").asText();
        for (RequestFailure.Kind kind : RequestFailure.Kind.values()) {
            if (kind.word().equals(word.toLowerCase(Locale.ROOT))) {
                return Optional.of(new RequestFailure(kind, node.path("error").asText()));
            }
        }
        throw new Problem("'" + word + "' is not a kind of failure", at, FIX).found();
    }

    private static OptionalLong whole(JsonNode node, String key) {
        return node.path(key).isIntegralNumber()
                ? OptionalLong.of(node.path(key).asLong())
                : OptionalLong.empty();
    }
}
