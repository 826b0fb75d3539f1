package dev.llmprof.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.load.Prompt.Content;
import dev.llmprof.problem.GivenFile;
import dev.llmprof.problem.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Prompts from a JSONL file: an object a line with `prompt`, `messages` or `input_length`; beside
/// it `max_tokens` or `output_length`, and for a replay `at` in seconds or `timestamp` in
/// milliseconds.
public record PromptFile(List<Prompt> prompts, List<Long> dueNanos) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String FIX =
            "each line is an object such as {\"prompt\": \"…\", \"max_tokens\": 64, \"at\": 0.5}";

    public PromptFile {
        prompts = List.copyOf(prompts);
        dueNanos = List.copyOf(dueNanos);
    }

    /// `timed` where each line must say when it is due.
    public static PromptFile read(Path file, boolean timed) {
        List<Prompt> prompts = new ArrayList<>();
        List<Long> due = new ArrayList<>();
        List<String> lines = GivenFile.text(file, FIX).lines().toList();
        for (int at = 0; at < lines.size(); at++) {
            if (lines.get(at).isBlank()) {
                continue;
            }
            String place = file + ":" + (at + 1);
            JsonNode line = json(lines.get(at), place);
            prompts.add(prompt(line, place));
            OptionalLong time = due(line);
            if (timed && time.isEmpty()) {
                throw problem("a replay needs `at` or `timestamp` in every line", place);
            }
            if (timed && !due.isEmpty() && time.getAsLong() < due.getLast()) {
                throw problem("this request is due before the one above it", place);
            }
            time.ifPresent(due::add);
        }
        if (prompts.isEmpty()) {
            throw problem("this file has no prompts", file.toString());
        }
        return new PromptFile(prompts, timed ? due : List.of());
    }

    private static JsonNode json(String line, String place) {
        try {
            JsonNode node = JSON.readTree(line);
            if (node.isObject()) {
                return node;
            }
        } catch (JsonProcessingException e) {
            throw problem("this is not JSON: " + e.getOriginalMessage(), place);
        }
        throw problem("this is not a JSON object", place);
    }

    private static Prompt prompt(JsonNode line, String place) {
        OptionalInt tokens = positive(line, "max_tokens", place);
        OptionalInt newTokens =
                tokens.isPresent() ? tokens : positive(line, "output_length", place);
        if (line.path("messages").isArray()) {
            return new Prompt(new Content.Chat(line.path("messages")), newTokens);
        }
        if (line.path("prompt").isTextual()) {
            return new Prompt(new Content.Text(line.path("prompt").asText()), newTokens);
        }
        OptionalInt length = positive(line, "input_length", place);
        if (length.isEmpty()) {
            throw problem("there is no `prompt`, `messages` or `input_length`", place);
        }
        return new Prompt(new Content.Length(length.getAsInt()), newTokens);
    }

    private static OptionalInt positive(JsonNode line, String key, String place) {
        JsonNode value = line.path(key);
        if (value.isMissingNode() || value.isNull()) {
            return OptionalInt.empty();
        }
        if (!value.canConvertToInt() || value.asInt() < 1) {
            throw problem("`" + key + "` must be a whole number from 1", place);
        }
        return OptionalInt.of(value.asInt());
    }

    private static OptionalLong due(JsonNode line) {
        if (line.path("at").isNumber()) {
            return OptionalLong.of(Math.round(line.path("at").asDouble() * 1e9));
        }
        return line.path("timestamp").isNumber()
                ? OptionalLong.of(Math.round(line.path("timestamp").asDouble() * 1e6))
                : OptionalLong.empty();
    }

    private static Problem.Found problem(String what, String place) {
        return new Problem(what, place, FIX).found();
    }
}
