package dev.llmprof.fetch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/// A server of one file on the loopback, which can be made to behave badly. As a proxy it answers
/// for every host.
public final class LoopbackServer implements AutoCloseable {
    private final HttpServer server;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    /// How a request is answered.
    public interface Answer {
        void give(LoopbackServer server, HttpExchange exchange) throws IOException;
    }

    public LoopbackServer(Answer answer) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(task -> Thread.ofVirtual().start(task));
        server.createContext(
                "/",
                exchange -> {
                    String range = header(exchange, "Range").map(r -> " " + r).orElse("");
                    asked.add(exchange.getRequestURI() + range);
                    try (exchange) {
                        answer.give(this, exchange);
                    }
                });
        server.start();
    }

    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /// What was asked for, with the range where one was.
    public List<String> asked() {
        return List.copyOf(asked);
    }

    static Optional<String> header(HttpExchange exchange, String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
    }

    public static Answer whole(byte[] bytes) {
        return (_, exchange) -> send(exchange, 200, bytes, bytes.length);
    }

    public static Answer status(int code) {
        return (_, exchange) -> exchange.sendResponseHeaders(code, -1);
    }

    /// Gives at most so much of what it promises, then cuts the line; goes on where it is asked to.
    static Answer cutAfter(int most, byte[] bytes) {
        return (_, exchange) -> {
            int from =
                    header(exchange, "Range")
                            .map(r -> Integer.parseInt(r.replaceAll("\\D", "")))
                            .orElse(0);
            byte[] part = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + most));
            send(exchange, from == 0 ? 200 : 206, part, bytes.length - from);
        };
    }

    /// Gives these bytes, and nothing of the rest, until the server is closed.
    public static Answer hangAfter(byte[] bytes, long promised) {
        return (server, exchange) -> {
            exchange.sendResponseHeaders(200, promised);
            exchange.getResponseBody().write(bytes);
            exchange.getResponseBody().flush();
            try {
                server.closed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
    }

    /// As `answer`, for those who log in.
    static Answer loggedIn(int refusal, String ask, String give, String login, Answer answer) {
        return (server, exchange) -> {
            if (header(exchange, give).filter(login::equals).isPresent()) {
                answer.give(server, exchange);
            } else {
                exchange.getResponseHeaders().set(ask, "Basic realm=\"here\"");
                exchange.sendResponseHeaders(refusal, -1);
            }
        };
    }

    private static void send(HttpExchange exchange, int status, byte[] bytes, long promised)
            throws IOException {
        exchange.sendResponseHeaders(status, promised);
        exchange.getResponseBody().write(bytes);
        exchange.getResponseBody().flush();
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
    }
}
