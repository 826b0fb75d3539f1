package dev.llmprof.stage.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.load.ApiKey;
import dev.llmprof.load.Target;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The small pages of a server, each asked with a deadline.
final class ServerPages implements AutoCloseable {
    private static final Duration SHORT = Duration.ofSeconds(5);
    private static final long MOST_BYTES = 8L << 20;
    static final String MODELS = "/v1/models";
    private static final JsonMapper JSON = new JsonMapper();

    private final URI url;
    private final Optional<ApiKey> key;
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .proxy(HttpClient.Builder.NO_PROXY)
                    .connectTimeout(SHORT)
                    .build();

    ServerPages(URI url, Optional<ApiKey> key) {
        this.url = url;
        this.key = key;
    }

    /// An answer with its status, whatever that is.
    record Page(int status, String text) {}

    /// Whether anything listens there.
    boolean answers() {
        return ask(get("/health"), SHORT).isPresent();
    }

    /// `/health`, or `/v1/models` where the server has no such page. One that wants a key answers.
    boolean ready() {
        int health = status("/health").orElse(0);
        int models = health == 404 ? status(MODELS).orElse(0) : 0;
        return health == 200 || models == 200 || refuses(health) || refuses(models);
    }

    /// Whether it wants a key that it did not get.
    boolean refuses() {
        return refuses(status(MODELS).orElse(0));
    }

    private static boolean refuses(int status) {
        return status == 401 || status == 403;
    }

    private OptionalInt status(String path) {
        return ask(get(path), SHORT)
                .map(page -> OptionalInt.of(page.status()))
                .orElseGet(OptionalInt::empty);
    }

    /// Empty unless it answers 200 with JSON.
    Optional<JsonNode> json(String path) {
        return ask(get(path), SHORT)
                .filter(page -> page.status() == 200)
                .flatMap(page -> parsed(page.text()));
    }

    /// Empty where no answer came in time.
    Optional<Page> post(String path, String body, Duration patience) {
        return ask(
                asking(path)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                patience);
    }

    private HttpRequest get(String path) {
        return asking(path).build();
    }

    private HttpRequest.Builder asking(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(Target.below(url, path));
        key.ifPresent(each -> request.header(ApiKey.HEADER, each.bearer()));
        return request;
    }

    private Optional<Page> ask(HttpRequest request, Duration patience) {
        CompletableFuture<HttpResponse<String>> answer =
                http.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofString(), MOST_BYTES));
        try {
            HttpResponse<String> page = answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return Optional.of(new Page(page.statusCode(), page.body()));
        } catch (ExecutionException | TimeoutException e) {
            answer.cancel(true);
            return Optional.empty();
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static Optional<JsonNode> parsed(String text) {
        try {
            return Optional.of(JSON.readTree(text));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
