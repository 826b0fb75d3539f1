package dev.llmprof.load;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.OptionalInt;

/// What one request asks, and for how many tokens where that is its own.
public record Prompt(Content content, OptionalInt newTokens) {

    /// Text, a chat, or only a length that synthetic words fill.
    public sealed interface Content {
        record Text(String text) implements Content {}

        record Chat(JsonNode messages) implements Content {}

        record Length(int tokens) implements Content {}
    }
}
