package dev.llmprof;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// A loopback server that calls itself maven.example and has one file, with a certificate that only
/// its own trust store knows.
final class MavenMirror implements AutoCloseable {
    private static final String PASSWORD = "changeit";

    private final HttpsServer server;
    private final Path store;
    private final List<String> asked = new CopyOnWriteArrayList<>();

    MavenMirror(Path directory, Path file) throws IOException, GeneralSecurityException {
        store = directory.resolve("store.p12");
        makeCertificate(store);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context(store)));
        server.createContext("/", exchange -> answer(exchange, file));
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /// The path of every request, with a name and password where one was said.
    List<String> asked() {
        return List.copyOf(asked);
    }

    /// What a JVM must be told to trust it.
    String trust() {
        return "-Djavax.net.ssl.trustStore=%s -Djavax.net.ssl.trustStorePassword=%s"
                .formatted(store, PASSWORD);
    }

    private void answer(HttpExchange exchange, Path file) {
        try (exchange) {
            String login = exchange.getRequestHeaders().getFirst("Authorization");
            asked.add(exchange.getRequestURI() + (login == null ? "" : " " + login));
            exchange.sendResponseHeaders(200, Files.size(file));
            Files.copy(file, exchange.getResponseBody());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SSLContext context(Path store) throws IOException, GeneralSecurityException {
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(
                KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray()),
                PASSWORD.toCharArray());
        var context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    private static void makeCertificate(Path store) throws IOException {
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/keytool").toString(),
                                "-genkeypair",
                                "-alias",
                                "mirror",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=maven.example",
                                "-ext",
                                "san=dns:maven.example",
                                "-storepass",
                                PASSWORD,
                                "-keystore",
                                store.toString())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, keytool.onExit().join().exitValue(), said);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
