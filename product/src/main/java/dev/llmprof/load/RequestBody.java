package dev.llmprof.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.load.Prompt.Content;

/// What is sent to the server for a prompt.
final class RequestBody {
    static final String IGNORE_EOS = "ignore_eos";

    private RequestBody() {}

    static String of(Target target, Prompt prompt, int newTokens, boolean ignoresEnd) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("model", target.model());
        switch (target.api()) {
            case CHAT -> body.set("messages", messages(prompt.content()));
            case COMPLETIONS -> body.put("prompt", text(prompt.content()));
        }
        body.put("max_tokens", prompt.newTokens().orElse(newTokens));
        body.put("stream", true);
        body.putObject("stream_options").put("include_usage", true);
        if (ignoresEnd) {
            body.put(IGNORE_EOS, true);
        }
        return body.toString();
    }

    private static JsonNode messages(Content content) {
        if (content instanceof Content.Chat(JsonNode messages)) {
            return messages;
        }
        var messages = JsonNodeFactory.instance.arrayNode();
        messages.addObject().put("role", "user").put("content", text(content));
        return messages;
    }

    /// Of a chat what was said, in its order.
    private static String text(Content content) {
        return switch (content) {
            case Content.Text(String text) -> text;
            case Content.Length _ ->
                    throw new IllegalStateException("a length is not a prompt yet");
            case Content.Chat(JsonNode messages) -> {
                var text = new StringBuilder();
                messages.forEach(each -> text.append(each.path("content").asText()).append('\n'));
                yield text.toString();
            }
        };
    }
}
