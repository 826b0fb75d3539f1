package dev.llmprof.testing.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntFunction;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLServerSocketFactory;

/// A server that answers as OpenAI's API does, with delays that are exactly known, and as badly as
/// it is told to.
public final class ExactServer implements AutoCloseable {
    private final ServerSocket listening;
    private final IntFunction<Answer> answers;
    private final Map<String, Function<String, String>> pages = new ConcurrentHashMap<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger streaming = new AtomicInteger();
    private final AtomicInteger mostStreaming = new AtomicInteger();
    private final ServerSocketFactory sockets;
    private volatile String refused = "";
    private volatile String key = "";
    private volatile int bytesAtOnce = Integer.MAX_VALUE;
    private final List<String> bodies = new CopyOnWriteArrayList<>();

    /// `answers` gives that of each request to make text, counted from 0.
    public ExactServer(IntFunction<Answer> answers) {
        this(answers, ServerSocketFactory.getDefault());
    }

    /// The same over sockets of another kind, as those of TLS.
    public ExactServer(IntFunction<Answer> answers, ServerSocketFactory sockets) {
        this.answers = answers;
        this.sockets = sockets;
        try {
            listening = sockets.createServerSocket(0, 2048, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        page("/health", _ -> "{}");
        page("/v1/models", _ -> "{\"object\":\"list\",\"data\":[{\"id\":\"exact\"}]}");
        Thread.ofVirtual().start(this::accept);
    }

    /// A page answers its request's body with JSON.
    public ExactServer page(String path, Function<String, String> answer) {
        pages.put(path, answer);
        return this;
    }

    /// Requests that hold the word are refused by its name.
    public ExactServer refusing(String word) {
        refused = word;
        return this;
    }

    /// Only who sends this key is answered.
    public ExactServer wanting(String word) {
        key = word;
        return this;
    }

    /// Reads so few bytes of a request, then rests for a millisecond; none at all with 0.
    public ExactServer readingSlowly(int bytes) throws IOException {
        bytesAtOnce = bytes;
        listening.setReceiveBufferSize(4096);
        return this;
    }

    public URI url() {
        String scheme = sockets instanceof SSLServerSocketFactory ? "https" : "http";
        return URI.create(scheme + "://127.0.0.1:" + listening.getLocalPort());
    }

    public int mostStreaming() {
        return mostStreaming.get();
    }

    public List<String> bodies() {
        return List.copyOf(bodies);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                socket.setTcpNoDelay(true);
                open.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            var in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            while (true) {
                String head = head(in);
                if (head.isEmpty()) {
                    return;
                }
                String body = new String(body(in, length(head)), StandardCharsets.UTF_8);
                String path = head.split(" ", 3)[1];
                if (!key.isEmpty() && !head.contains("Authorization: Bearer " + key + "\r\n")) {
                    page(out, 401, "{\"error\":\"Unauthorized\"}");
                    continue;
                }
                if (path.endsWith("completions")) {
                    bodies.add(body);
                    if (!refused.isEmpty() && body.contains(refused)) {
                        page(out, 422, "{\"detail\":\"unexpected: " + refused + "\"}");
                        continue;
                    }
                    stream(socket, out, answers.apply(asked.getAndIncrement()));
                } else if (pages.containsKey(path)) {
                    page(out, 200, pages.get(path).apply(body));
                } else {
                    page(out, 404, "{\"detail\":\"Not Found\"}");
                }
            }
        } catch (IOException e) {
            // The client went, or the test is over.
        } finally {
            open.remove(socket);
        }
    }

    private void stream(Socket socket, OutputStream out, Answer answer) throws IOException {
        if (answer.ending() == Answer.Ending.STATUS) {
            page(out, answer.endingAt(), "{\"error\":{\"message\":\"as asked\"}}");
            return;
        }
        if (answer.ending() == Answer.Ending.UNSTREAMED) {
            page(out, 200, "{\"choices\":[{\"message\":{\"content\":\"all at once\"}}]}");
            return;
        }
        long next = System.nanoTime() + answer.firstMillis() * 1_000_000L;
        boolean closes = answer.ending() == Answer.Ending.CLOSED;
        out.write(
                bytes(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                                + (closes
                                        ? "Connection: close\r\n\r\n"
                                        : "Transfer-Encoding: chunked\r\n\r\n")));
        int now = streaming.incrementAndGet();
        mostStreaming.accumulateAndGet(now, Math::max);
        try {
            for (int token = 0; token < answer.tokens(); token++) {
                if (ends(socket, out, answer, token)) {
                    return;
                }
                sleepUntil(next);
                next += answer.gapMillis() * 1_000_000L;
                event(out, closes, "{\"choices\":[{\"delta\":{\"content\":\"w " + token + "\"}}]}");
            }
        } finally {
            streaming.decrementAndGet();
        }
        if (closes) {
            socket.close();
            return;
        }
        event(
                out,
                false,
                "{\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}],\"usage\":{\"prompt_tokens\":7,"
                        + "\"completion_tokens\":"
                        + answer.tokens()
                        + "}}");
        event(out, false, "[DONE]");
        out.write(bytes("0\r\n\r\n"));
        out.flush();
        if (answer.ending() == Answer.Ending.CLOSED_BEHIND) {
            socket.close();
        }
    }

    private byte[] body(InputStream in, int length) throws IOException {
        var body = new ByteArrayOutputStream();
        while (body.size() < length) {
            int some = Math.min(bytesAtOnce, length - body.size());
            if (some == 0) {
                sleepUntil(System.nanoTime() + TimeUnit.MINUTES.toNanos(5));
            }
            body.write(in.readNBytes(some));
            if (some == bytesAtOnce) {
                sleepUntil(System.nanoTime() + 1_000_000);
            }
        }
        return body.toByteArray();
    }

    private boolean ends(Socket socket, OutputStream out, Answer answer, int token)
            throws IOException {
        if (token != answer.endingAt()) {
            return false;
        }
        switch (answer.ending()) {
            case RESET -> {
                socket.setSoLinger(true, 0);
                socket.close();
            }
            case STALLED -> socket.getInputStream().read();
            case ERROR_EVENT -> event(out, false, "{\"error\":{\"message\":\"out of memory\"}}");
            case DEATH -> close();
            case WHOLE, CLOSED, CLOSED_BEHIND, STATUS, UNSTREAMED -> {
                return false;
            }
        }
        return true;
    }

    private static void event(OutputStream out, boolean plain, String data) throws IOException {
        byte[] event = bytes("data: " + data + "\n\n");
        var framed = new ByteArrayOutputStream();
        if (!plain) {
            framed.write(bytes(Integer.toHexString(event.length) + "\r\n"));
        }
        framed.write(event);
        if (!plain) {
            framed.write(bytes("\r\n"));
        }
        out.write(framed.toByteArray());
        out.flush();
    }

    private static void page(OutputStream out, int status, String body) throws IOException {
        byte[] text = bytes(body);
        out.write(
                bytes(
                        "HTTP/1.1 "
                                + status
                                + " X\r\nContent-Type: application/json\r\n"
                                + "Content-Length: "
                                + text.length
                                + "\r\n\r\n"));
        out.write(text);
        out.flush();
    }

    private static void sleepUntil(long nanos) {
        try {
            long left = nanos - System.nanoTime();
            if (left > 0) {
                TimeUnit.NANOSECONDS.sleep(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String head(InputStream in) throws IOException {
        var text = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            text.append((char) next);
            if (text.length() > 3 && text.substring(text.length() - 4).equals("\r\n\r\n")) {
                return text.toString();
            }
        }
        return "";
    }

    private static int length(String head) {
        return head.lines()
                .map(line -> line.toLowerCase(Locale.ROOT))
                .filter(line -> line.startsWith("content-length:"))
                .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
                .findFirst()
                .orElse(0);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// All connections with it.
    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
