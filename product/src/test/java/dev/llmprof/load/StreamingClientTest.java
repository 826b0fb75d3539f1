package dev.llmprof.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.secret.Secrets;
import dev.llmprof.served.RequestFailure;
import dev.llmprof.served.RequestFailure.Kind;
import dev.llmprof.served.ServedRequest;
import dev.llmprof.testing.server.Answer;
import dev.llmprof.testing.server.Answer.Ending;
import dev.llmprof.testing.server.ExactServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// One request at a time, to servers that make it hard.
@Timeout(60)
class StreamingClientTest {
    private static final Answer USUAL = Answer.exact(5, 1, 4);
    private static final String PASSWORD = "of-a-test";

    private final long began = System.nanoTime();

    private ServedRequest ask(Connections connections, Target target, String body) {
        return ask(connections, target, body, Duration.ofSeconds(30));
    }

    private ServedRequest ask(
            Connections connections, Target target, String body, Duration timeout) {
        var client =
                new StreamingClient(
                        connections,
                        target,
                        timeout,
                        new LoadCount("", began),
                        () -> System.nanoTime() - began);
        return client.send(new StreamingClient.Call(0, OptionalLong.empty(), body, 4));
    }

    private static Connections to(URI url) {
        return new Connections(url, (SSLSocketFactory) SSLSocketFactory.getDefault());
    }

    private static Target target(ExactServer server, Optional<ApiKey> key) {
        return new Target(server.url(), "exact", Target.Api.CHAT, key);
    }

    private static RequestFailure failure(ServedRequest request) {
        return request.failure().orElseThrow();
    }

    @Test
    void parametersOfAnAddressStandBehindThePath() {
        assertEquals(
                "http://u@h:1/base/health?token=x&y=z",
                Target.below(URI.create("http://u@h:1/base/?token=x&y=z"), "/health").toString());
        assertEquals(
                "http://h:1/health", Target.below(URI.create("http://h:1"), "/health").toString());
    }

    @Test
    void aServerThatReadsSlowlyIsAnsweredAndTheWaitCounts() throws IOException {
        String longPrompt = "{\"prompt\":\"" + "word ".repeat(200_000) + "\"}";
        try (var server = new ExactServer(_ -> USUAL).readingSlowly(16 << 10);
                Connections connections = to(server.url())) {
            ServedRequest request = ask(connections, target(server, Optional.empty()), longPrompt);
            assertTrue(request.answered(), request::toString);
            assertEquals(longPrompt, server.bodies().getFirst());
            // 61 rests of a millisecond, then the answer's first five.
            assertTrue(request.firstTokenNanos() >= 66_000_000, request::toString);
        }
    }

    @Test
    void aServerThatReadsNothingIsNotWaitedForWithoutEnd() throws IOException {
        String longPrompt = "x".repeat(32 << 20);
        try (var server = new ExactServer(_ -> USUAL).readingSlowly(0);
                Connections connections = to(server.url())) {
            ServedRequest request =
                    ask(
                            connections,
                            target(server, Optional.empty()),
                            longPrompt,
                            Duration.ofMillis(300));
            assertEquals(Kind.TIMEOUT, failure(request).kind());
            assertEquals("no end within 0.3 s", failure(request).text());
        }
    }

    @Test
    void theKeyIsSentAndShownNowhere() throws IOException {
        Secrets.learn("api_key", "kx-3141592653589793");
        var key = new ApiKey("kx-3141592653589793");
        try (var server = new ExactServer(_ -> USUAL).wanting(key.value());
                Connections connections = to(server.url())) {
            assertTrue(ask(connections, target(server, Optional.of(key)), "{}").answered());
            assertFalse(target(server, Optional.of(key)).toString().contains(key.value()));
            assertEquals(
                    "status 401 {\"error\":\"Unauthorized\"}",
                    failure(ask(connections, target(server, Optional.empty()), "{}")).text());
        }
    }

    @Test
    void aConnectionThatWasClosedMeanwhileIsReplaced() throws IOException {
        try (var server = new ExactServer(_ -> USUAL.ending(Ending.CLOSED_BEHIND, 0));
                Connections connections = to(server.url())) {
            for (int each = 0; each < 20; each++) {
                ServedRequest request = ask(connections, target(server, Optional.empty()), "{}");
                assertTrue(request.answered(), request::toString);
            }
        }
    }

    @Test
    void anAnswerThatIsNotStreamedIsSaid() throws IOException {
        try (var server = new ExactServer(_ -> USUAL.ending(Ending.UNSTREAMED, 0));
                Connections connections = to(server.url())) {
            assertEquals(
                    "no stream of events: {\"choices\":[{\"message\":{\"content\":\"all at once\"}}]}",
                    failure(ask(connections, target(server, Optional.empty()), "{}")).text());
        }
    }

    @Test
    void whoIsNotThereIsNoConnection() {
        var nobody = URI.create("http://no-such-host.invalid:1");
        try (Connections connections = to(nobody)) {
            ServedRequest request =
                    ask(connections, new Target(nobody, "m", Target.Api.CHAT), "{}");
            assertEquals(Kind.CONNECTION, failure(request).kind());
            assertEquals("no host is called no-such-host.invalid", failure(request).text());
        }
    }

    @Test
    void overTlsItIsTheSame(@TempDir Path folder) throws Exception {
        SSLContext tls = context(folder);
        try (var server = new ExactServer(_ -> USUAL, tls.getServerSocketFactory());
                var connections = new Connections(server.url(), tls.getSocketFactory())) {
            for (int each = 0; each < 3; each++) {
                ServedRequest request = ask(connections, target(server, Optional.empty()), "{}");
                assertTrue(request.answered(), request::toString);
                assertEquals(4, request.tokenNanos().size());
            }
        }
    }

    @Test
    void aServerThatNobodyVouchesForIsNotAsked(@TempDir Path folder) throws Exception {
        try (var server = new ExactServer(_ -> USUAL, context(folder).getServerSocketFactory());
                Connections connections = to(server.url())) {
            ServedRequest request = ask(connections, target(server, Optional.empty()), "{}");
            assertEquals(Kind.CONNECTION, failure(request).kind());
            assertEquals(0, server.bodies().size());
        }
    }

    /// One that has, and trusts, a certificate made on the spot.
    private static SSLContext context(Path folder) throws Exception {
        Path store = folder.resolve("keys.p12");
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "test",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=127.0.0.1",
                                "-ext",
                                "san=ip:127.0.0.1",
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                PASSWORD,
                                "-keystore",
                                store.toString())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(keytool.waitFor(30, TimeUnit.SECONDS) && keytool.exitValue() == 0, said);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD.toCharArray());
        var trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        return context;
    }
}
