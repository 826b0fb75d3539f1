package dev.llmprof.load;

import dev.llmprof.served.RequestFailure;
import dev.llmprof.served.RequestFailure.Kind;
import dev.llmprof.served.ServedRequest;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Sends one request and waits for its answer, no longer than it may take.
final class StreamingClient {
    private final HttpClient http;
    private final Target target;
    private final Duration timeout;
    private final LongSupplier clock;

    StreamingClient(HttpClient http, Target target, Duration timeout, LongSupplier clock) {
        this.http = http;
        this.target = target;
        this.timeout = timeout;
        this.clock = clock;
    }

    /// How a request is told from others: its number, when it is due if not when it is sent, what
    /// it asks for.
    record Call(int number, OptionalLong dueNanos, String body, int newTokens) {}

    /// Every way it can end is in the answer.
    ServedRequest send(Call call) {
        HttpRequest request =
                HttpRequest.newBuilder(target.endpoint())
                        .header("Content-Type", "application/json")
                        .header("Accept", "text/event-stream")
                        .POST(HttpRequest.BodyPublishers.ofString(call.body()))
                        .build();
        var answer = new StreamedAnswer(clock);
        long sent = clock.getAsLong();
        CompletableFuture<HttpResponse<Void>> whole =
                http.sendAsync(
                        request,
                        info ->
                                BodySubscribers.fromSubscriber(
                                        answer.withStatus(info.statusCode())));
        Optional<RequestFailure> broken = await(whole);
        StreamedAnswer.Heard heard = answer.heard(broken, call.newTokens());
        return new ServedRequest(
                call.number(),
                call.dueNanos().orElse(sent),
                sent,
                heard.tokenNanos(),
                heard.endNanos(),
                heard.promptTokens(),
                heard.newTokens(),
                heard.countedByServer(),
                heard.failure());
    }

    private Optional<RequestFailure> await(CompletableFuture<?> whole) {
        try {
            whole.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            return Optional.empty();
        } catch (TimeoutException e) {
            whole.cancel(true);
            return failed(Kind.TIMEOUT, "no end within " + timeout.toMillis() / 1e3 + " s");
        } catch (InterruptedException e) {
            whole.cancel(true);
            Thread.currentThread().interrupt();
            return failed(Kind.STOPPED, "the load was stopped");
        } catch (CancellationException e) {
            return failed(Kind.STOPPED, "the load was stopped");
        } catch (ExecutionException e) {
            return failed(kind(e.getCause()), text(e.getCause()));
        }
    }

    private static Kind kind(@Nullable Throwable cause) {
        return switch (cause) {
            case ConnectException _, HttpTimeoutException _ -> Kind.CONNECTION;
            case IOException _ -> Kind.BROKEN;
            case null, default -> Kind.ANSWER;
        };
    }

    private static String text(@Nullable Throwable cause) {
        if (cause instanceof ConnectException) {
            return "no connection";
        }
        String message = cause == null ? null : cause.getMessage();
        return message == null ? String.valueOf(cause) : message;
    }

    private static Optional<RequestFailure> failed(Kind kind, String text) {
        return Optional.of(new RequestFailure(kind, text));
    }
}
