package dev.llmprof.load;

import dev.llmprof.secret.Secrets;
import dev.llmprof.served.RequestFailure;
import dev.llmprof.served.RequestFailure.Kind;
import dev.llmprof.served.ServedRequest;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Sends one request and waits for its answer, no longer than it may take.
record StreamingClient(
        Connections connections,
        Target target,
        Duration timeout,
        LoadCount count,
        LongSupplier clock) {
    /// How a request is told from others: its number, when it is due if not when it is sent, what
    /// it asks for.
    record Call(int number, OptionalLong dueNanos, String body, int newTokens) {}

    /// Every way it can end is in the answer.
    ServedRequest send(Call call) {
        ByteBuffer request = target.request(call.body());
        var answer = new StreamedAnswer(count::piece);
        count.sent();
        long sent = clock.getAsLong();
        Optional<RequestFailure> broken;
        try {
            Optional<Connection> waiting = connections.waiting();
            Connection connection = waiting.isPresent() ? waiting.get() : connections.open();
            sent = clock.getAsLong();
            Exchange exchange = begin(connection, request, answer);
            broken = await(exchange.end());
            if (broken.isPresent() && waiting.isPresent() && isStale(broken.get(), exchange)) {
                connections.drop(connection);
                connection = connections.open();
                sent = clock.getAsLong();
                exchange = begin(connection, request, answer);
                broken = await(exchange.end());
            }
            leave(connection, exchange);
        } catch (IOException e) {
            broken = failed(Kind.CONNECTION, unreachable(e));
        }
        return served(call, sent, answer.heard(broken, clock.getAsLong(), call.newTokens()));
    }

    private ServedRequest served(Call call, long sent, StreamedAnswer.Heard heard) {
        var request =
                new ServedRequest(
                        call.number(),
                        call.dueNanos().orElse(sent),
                        sent,
                        heard.tokenNanos(),
                        heard.endNanos(),
                        heard.promptTokens(),
                        heard.newTokens(),
                        heard.countedByServer(),
                        heard.failure());
        count.ended(request);
        return request;
    }

    private Exchange begin(Connection connection, ByteBuffer request, StreamedAnswer answer) {
        var exchange = new Exchange(new HttpAnswer(answer), clock, connections::openAhead);
        connection.send(request.duplicate(), exchange);
        return exchange;
    }

    /// One that waited too long was closed by the server before it saw the request.
    private static boolean isStale(RequestFailure broken, Exchange exchange) {
        return broken.kind() == Kind.BROKEN && exchange.unheard();
    }

    private void leave(Connection connection, Exchange exchange) {
        if (exchange.reusable() && connection.isOpen()) {
            connections.giveBack(connection);
        } else {
            connections.drop(connection);
        }
    }

    private Optional<RequestFailure> await(Future<?> end) {
        try {
            end.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            return Optional.empty();
        } catch (TimeoutException e) {
            return failed(Kind.TIMEOUT, "no end within " + timeout.toMillis() / 1e3 + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failed(Kind.STOPPED, "the load was stopped");
        } catch (ExecutionException e) {
            boolean broken =
                    e.getCause() instanceof IOException
                            && !(e.getCause() instanceof ProtocolException);
            return failed(broken ? Kind.BROKEN : Kind.ANSWER, reason(e.getCause()));
        }
    }

    private static String unreachable(IOException cause) {
        return switch (cause) {
            case ConnectException _ -> "no connection";
            case SocketTimeoutException _ -> "no connection in time";
            case UnknownHostException _ -> "no host is called " + cause.getMessage();
            default -> reason(cause);
        };
    }

    private static String reason(@Nullable Throwable cause) {
        String message = cause == null ? null : cause.getMessage();
        return message == null ? String.valueOf(cause) : Secrets.hide(message);
    }

    private static Optional<RequestFailure> failed(Kind kind, String text) {
        return Optional.of(new RequestFailure(kind, text));
    }
}
