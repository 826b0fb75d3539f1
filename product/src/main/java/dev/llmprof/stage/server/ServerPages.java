package dev.llmprof.stage.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.load.ApiKey;
import dev.llmprof.load.Target;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
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
import java.util.regex.Pattern;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

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

    /// How a server stands to being loaded, and why not yet.
    sealed interface Readiness {
        /// In words, for who waited in vain.
        String words();

        record Ready() implements Readiness {
            @Override
            public String words() {
                return "it is ready";
            }
        }

        /// It answers, or takes the question and does not answer.
        record NotYet(String words) implements Readiness {}

        /// Nothing takes a connection there.
        record Absent(String words) implements Readiness {}

        /// Its pages are elsewhere.
        record Moved(String words) implements Readiness {}

        /// Its certificate is not one that we can trust.
        record Untrusted(String words) implements Readiness {}
    }

    /// `/health`, or `/v1/models` where the server has no such page. One that wants a key answers.
    Readiness readiness() {
        Readiness health = readiness("/health");
        return health instanceof Readiness.NotYet(String words) && words.endsWith(" 404")
                ? readiness(MODELS)
                : health;
    }

    private Readiness readiness(String path) {
        try {
            HttpResponse<String> page = answer(get(path), SHORT);
            int status = page.statusCode();
            Optional<String> moved = page.headers().firstValue("location");
            if (status == 200 || refuses(status)) {
                return new Readiness.Ready();
            }
            return status / 100 == 3 && moved.isPresent()
                    ? new Readiness.Moved(moved.get().replaceFirst(Pattern.quote(path) + "/?$", ""))
                    : new Readiness.NotYet(path + " answers " + status);
        } catch (ExecutionException e) {
            return broken(path, e.getCause());
        } catch (TimeoutException e) {
            return new Readiness.NotYet(path + " does not answer");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Readiness.NotYet("nobody waited");
        }
    }

    private Readiness broken(String path, @Nullable Throwable cause) {
        return switch (cause) {
            case SSLHandshakeException e -> new Readiness.Untrusted(String.valueOf(e.getMessage()));
            case HttpConnectTimeoutException _ ->
                    new Readiness.Absent("no connection to " + url.getAuthority() + " in time");
            case ConnectException _ when unknown() ->
                    new Readiness.Absent("no host is called " + url.getHost());
            case ConnectException _ ->
                    new Readiness.Absent("nothing listens at " + url.getAuthority());
            case null, default -> new Readiness.NotYet(path + " does not answer with HTTP");
        };
    }

    private boolean unknown() {
        return new InetSocketAddress(url.getHost(), 0).isUnresolved();
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
        try {
            HttpResponse<String> page = answer(request, patience);
            return Optional.of(new Page(page.statusCode(), page.body()));
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private HttpResponse<String> answer(HttpRequest request, Duration patience)
            throws ExecutionException, InterruptedException, TimeoutException {
        CompletableFuture<HttpResponse<String>> answer =
                http.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofString(), MOST_BYTES));
        try {
            return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            answer.cancel(true);
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
