package dev.llmprof.fetch;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;

/// Fetches one file of a known size. Where the connection breaks it goes on from there, a few
/// times. What was fetched is not looked at: its digest is for whoever keeps it.
public final class Download {
    private static final int ATTEMPTS = 5;
    private static final int OK = 200;
    private static final int PARTIAL_CONTENT = 206;
    private static final int PROXY_WANTS_LOGIN = 407;
    private static final int CHUNK_BYTES = 1 << 16;
    private static final Duration ANSWER = Duration.ofSeconds(60);
    private static final Duration STALLED = Duration.ofSeconds(60);

    private final HttpClient client;
    private final Wanted wanted;
    private final LongConsumer progress;
    private final Duration stalled;
    private volatile long bytes;
    private boolean answered;

    /// What is fetched, and how long it is.
    public record Wanted(URI uri, long bytes) {}

    /// `progress` hears how many bytes are there.
    public Download(HttpClient client, Wanted wanted, LongConsumer progress) {
        this(client, wanted, progress, STALLED);
    }

    Download(HttpClient client, Wanted wanted, LongConsumer progress, Duration stalled) {
        this.client = client;
        this.wanted = wanted;
        this.progress = progress;
        this.stalled = stalled;
    }

    /// Ends with [InterruptedIOException] when its thread is interrupted.
    public void writeTo(OutputStream out) throws IOException {
        for (int attempt = 1; bytes < wanted.bytes(); attempt++) {
            try (InputStream in = answer()) {
                receive(in, out);
            } catch (Lost e) {
                if (Thread.interrupted()) {
                    throw new InterruptedIOException("while fetching " + wanted.uri());
                }
                if (attempt == ATTEMPTS || !answered) {
                    throw lost(e.reason()).found();
                }
            }
        }
    }

    /// What follows on what is here already.
    private InputStream answer() throws IOException {
        var request = HttpRequest.newBuilder(wanted.uri()).timeout(ANSWER);
        if (bytes > 0) {
            request.header("Range", "bytes=" + bytes + "-");
        }
        HttpResponse<InputStream> response = sent(request.build());
        answered = true;
        // A proxy that refuses a tunnel answers without a body.
        InputStream body =
                Objects.requireNonNullElseGet(response.body(), InputStream::nullInputStream);
        if (response.statusCode() == OK) {
            // A server that cannot go on from somewhere begins anew.
            skip(body, bytes);
        } else if (response.statusCode() != PARTIAL_CONTENT || bytes == 0) {
            body.close();
            throw refused(response.statusCode()).found();
        }
        return body;
    }

    private HttpResponse<InputStream> sent(HttpRequest request) throws Lost {
        try {
            return client.send(request, BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw new Lost(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Lost(e);
        }
    }

    private static void skip(InputStream in, long bytes) throws Lost {
        try {
            in.skipNBytes(bytes);
        } catch (IOException e) {
            throw new Lost(e);
        }
    }

    private void receive(InputStream in, OutputStream out) throws IOException {
        Thread watch = Thread.ofVirtual().start(() -> closeWhenStalled(in));
        try {
            byte[] chunk = new byte[CHUNK_BYTES];
            for (int n = read(in, chunk); n >= 0; n = read(in, chunk)) {
                if (bytes + n > wanted.bytes()) {
                    throw longer().found();
                }
                out.write(chunk, 0, n);
                long now = bytes + n;
                bytes = now;
                progress.accept(now);
            }
        } finally {
            watch.interrupt();
        }
        if (bytes < wanted.bytes()) {
            throw new Lost(new IOException("it was cut"));
        }
    }

    private static int read(InputStream in, byte[] chunk) throws Lost {
        try {
            return in.read(chunk);
        } catch (IOException e) {
            throw new Lost(e);
        }
    }

    /// An HTTP body has no timeout of its own, and a dead line may never say so.
    private void closeWhenStalled(InputStream in) {
        try {
            long seen;
            do {
                seen = bytes;
                Thread.sleep(stalled);
            } while (seen != bytes);
            in.close();
        } catch (InterruptedException | IOException _) {
            // It is over.
        }
    }

    /// The network's failures, apart from those of whoever takes the bytes.
    private static final class Lost extends IOException {
        private static final long serialVersionUID = 1L;

        Lost(Exception cause) {
            super(cause);
        }

        String reason() {
            Throwable cause = getCause();
            return Optional.ofNullable(cause)
                    .map(Throwable::getMessage)
                    .orElse(String.valueOf(cause).replaceFirst(".*\\.", ""));
        }
    }

    private Problem refused(int status) {
        return new Problem(
                "the repository answers " + status,
                wanted.uri().toString(),
                status == PROXY_WANTS_LOGIN
                        ? "HTTPS_PROXY=http://user:password@host:port"
                        : Repository.VARIABLE + "=URL of a repository that has the file");
    }

    private Problem lost(String reason) {
        return !answered
                ? new Problem(
                        "nothing could be fetched: " + reason,
                        wanted.uri().toString(),
                        reason.contains("PKIX")
                                ? "LLMPROF_JAVA_OPTIONS=-Djavax.net.ssl.trustStore=FILE names your"
                                        + " company's certificates"
                                : "HTTPS_PROXY=http://host:port   or   "
                                        + Repository.VARIABLE
                                        + "=URL")
                : new Problem(
                        String.format(
                                Locale.ROOT,
                                "the connection broke %d times, last after %.0f of %.0f MB: %s",
                                ATTEMPTS,
                                bytes / 1e6,
                                wanted.bytes() / 1e6,
                                reason),
                        wanted.uri().toString(),
                        "type the command again");
    }

    private Problem longer() {
        return new Problem(
                "the file is longer than the " + wanted.bytes() + " bytes it should have",
                wanted.uri().toString(),
                Repository.VARIABLE + "=URL of another repository");
    }
}
