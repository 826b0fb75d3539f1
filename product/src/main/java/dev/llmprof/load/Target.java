package dev.llmprof.load;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Whom a load asks: a server that speaks OpenAI's API, one of its models, which of the two ways to
/// ask, and the key where it wants one.
public record Target(URI url, String model, Api api, Optional<ApiKey> key) {

    public Target(URI url, String model, Api api) {
        this(url, model, api, Optional.empty());
    }

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

    /// Below the server's own address, which may have a path, and parameters for every request.
    public static URI below(URI url, String path) {
        String base = url.toString().replaceFirst("[?#].*", "");
        return URI.create(
                (base.endsWith("/") ? base.substring(0, base.length() - 1) : base)
                        + path
                        + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery()));
    }

    /// A request as it goes over the line, head and body in one piece.
    ByteBuffer request(String json) {
        URI endpoint = below(url, api.path);
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        String head =
                "POST "
                        + endpoint.getRawPath()
                        + (endpoint.getRawQuery() == null ? "" : "?" + endpoint.getRawQuery())
                        + " HTTP/1.1\r\nHost: "
                        + endpoint.getRawAuthority().replaceFirst(".*@", "")
                        + "\r\nContent-Type: application/json\r\nAccept: text/event-stream\r\n"
                        + "Accept-Encoding: identity\r\n"
                        + key.map(each -> ApiKey.HEADER + ": " + each.bearer() + "\r\n").orElse("")
                        + "Content-Length: "
                        + body.length
                        + "\r\n\r\n";
        byte[] first = head.getBytes(StandardCharsets.ISO_8859_1);
        return ByteBuffer.allocate(first.length + body.length).put(first).put(body).flip();
    }
}
