package dev.llmprof.stage.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.load.Target;
import dev.llmprof.problem.Problem;
import dev.llmprof.stage.workload.CaptureWindow;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.stage.workload.Workload.Server.Ready;
import dev.llmprof.stage.workload.Workload.Surroundings;
import dev.llmprof.testing.server.LoadsToTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Servers that never become ready where they were asked.
@Timeout(60)
class ServerWaitTest {
    @TempDir Path folder;

    private static Workload.Server server(List<String> argv, URI url, Ready ready) {
        return new Workload.Server(
                argv,
                url,
                Optional.empty(),
                Target.Api.CHAT,
                Optional.empty(),
                ready,
                Optional.empty(),
                LoadsToTest.closed(1, 1),
                CaptureWindow.USUAL.underLoad(),
                new Surroundings(Map.of(), Optional.empty()));
    }

    private static Optional<Problem> waited(Workload.Server server, Optional<Elsewhere> elsewhere) {
        try (var pages = new ServerPages(server.url(), server.key())) {
            return new ServerWait(server, () -> false, elsewhere).forReady(pages);
        }
    }

    private static Ready within(Duration limit) {
        return new Ready(limit, Duration.ZERO);
    }

    /// Answers whoever asks by these words, one after the other.
    private static ServerSocket answering(String words) throws IOException {
        var listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        while (true) {
                            try (Socket socket = listening.accept()) {
                                socket.getInputStream().read(new byte[4096]);
                                socket.getOutputStream()
                                        .write(words.getBytes(StandardCharsets.UTF_8));
                            }
                        }
                    } catch (IOException e) {
                        // The test is over.
                    }
                });
        return listening;
    }

    private static URI at(int port) {
        return URI.create("http://127.0.0.1:" + port);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void aServerThatSendsElsewhereIsNotWaitedFor() throws IOException {
        try (ServerSocket moved =
                answering(
                        String.join(
                                "\r\n",
                                "HTTP/1.1 307 X",
                                "Location: http://127.0.0.1:9/new/health",
                                "Content-Length: 0",
                                "",
                                ""))) {
            Problem problem =
                    waited(
                                    server(
                                            List.of(),
                                            at(moved.getLocalPort()),
                                            within(Duration.ofHours(1))),
                                    Optional.empty())
                            .orElseThrow();
            assertEquals("the server sends whoever asks to http://127.0.0.1:9/new", problem.what());
            assertEquals("workload.url=http://127.0.0.1:9/new", problem.fix());
        }
    }

    @Test
    void oneThatWasWaitedForInVainSaysWhatItLastDid() throws IOException {
        try (ServerSocket busy =
                answering("HTTP/1.1 503 X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")) {
            Problem problem =
                    waited(
                                    server(
                                            List.of(),
                                            at(busy.getLocalPort()),
                                            within(Duration.ofMillis(500))),
                                    Optional.empty())
                            .orElseThrow();
            assertEquals(
                    "the server was not ready within 0.5 s: /health answers 503", problem.what());
        }
    }

    @Test
    void aServerOfOursThatListensElsewhereIsFound() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("health"), "well");
        int port = freePort();
        List<String> argv =
                List.of(
                        System.getProperty("java.home") + "/bin/jwebserver",
                        "-p",
                        String.valueOf(port),
                        "-d",
                        folder.toString());
        URI asked = at(freePort());
        Path log = folder.resolve("tool.log");
        Process process =
                new ProcessBuilder(argv)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        try {
            Workload.Server server = server(argv, asked, within(Duration.ofHours(1)));
            Optional<Problem> told =
                    waited(server, Optional.of(new Elsewhere(asked, argv, Optional.empty(), log)));
            assertEquals(
                    "the server answers at " + at(port) + ", not at " + asked,
                    told.orElseThrow().what());
            assertEquals("workload.url=" + at(port), told.orElseThrow().fix());
            assertTrue(
                    Elsewhere.listening()
                            .contains(
                                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
            // Its log says so as well, where its command does not; a port that neither names is
            // its own affair.
            assertEquals(
                    Optional.of(at(port)),
                    new Elsewhere(asked, List.of(), Optional.empty(), log).found());
            assertEquals(
                    Optional.empty(),
                    new Elsewhere(asked, List.of(), Optional.empty(), folder.resolve("none"))
                            .found());
        } finally {
            process.destroy();
            process.waitFor();
        }
    }
}
