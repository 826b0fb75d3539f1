package dev.llmprof.load;

import java.net.URI;

/// Whom a load asks: a server that speaks OpenAI's API, one of its models, and which of the two
/// ways to ask.
public record Target(URI url, String model, Api api) {

    /// A chat, or text that is continued.
    public enum Api {
        CHAT("/v1/chat/completions"),
        COMPLETIONS("/v1/completions");

        private final String path;

        Api(String path) {
            this.path = path;
        }

        public String path() {
            return path;
        }
    }

    /// Below the server's own address, which may have a path.
    public static URI below(URI url, String path) {
        String base = url.toString();
        return URI.create(
                (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path);
    }

    URI endpoint() {
        return below(url, api.path);
    }
}
