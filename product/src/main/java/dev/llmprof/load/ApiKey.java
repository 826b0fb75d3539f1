package dev.llmprof.load;

import dev.llmprof.secret.Secrets;

/// What a server wants to see before it answers. It is sent and never shown.
public record ApiKey(String value) {
    public static final String HEADER = "Authorization";

    /// As vLLM, SGLang and OpenAI's own API want it.
    public String bearer() {
        return "Bearer " + value;
    }

    @Override
    public String toString() {
        return Secrets.HIDDEN;
    }
}
