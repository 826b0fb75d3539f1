package dev.llmprof.fetch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.problem.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

class DownloadTest {
    private static final byte[] BYTES = bytes();
    private static final String LOGIN =
            """
            HTTP/1.1 407 Login\r
            Proxy-Authenticate: Basic realm="here"\r
            Content-Length: 0\r
            Connection: close\r
            \r
            """;
    private static final Duration STALLED = Duration.ofSeconds(60);

    private final List<Long> heard = new ArrayList<>();

    @Test
    void theFileComesAsItIsAndProgressEndsAtItsLength() throws IOException {
        try (var server = new LoopbackServer(LoopbackServer.whole(BYTES))) {
            assertArrayEquals(BYTES, fetched(server, Map.of()));
        }
        assertEquals(BYTES.length, heard.getLast());
    }

    @Test
    void aCutConnectionIsTakenUpWhereItBroke() throws IOException {
        try (var server = new LoopbackServer(LoopbackServer.cutAfter(200_000, BYTES))) {
            assertArrayEquals(BYTES, fetched(server, Map.of()));

            // How much of what was sent had been read when the line broke is the system's affair.
            assertEquals("/a/b.jar", server.asked().getFirst());
            assertTrue(
                    server.asked().getLast().matches("/a/b.jar bytes=\\d+-"),
                    server.asked()::toString);
        }
    }

    @Test
    void aServerWithoutRangesGivesAllAgainAndThePartThatIsHereIsPassedOver() throws IOException {
        var first = new CountDownLatch(1);
        LoopbackServer.Answer cut = LoopbackServer.cutAfter(120_000, BYTES);
        LoopbackServer.Answer whole = LoopbackServer.whole(BYTES);
        try (var server =
                new LoopbackServer((self, exchange) -> {
                    LoopbackServer.Answer answer = first.getCount() == 1 ? cut : whole;
                    first.countDown();
                    answer.give(self, exchange);
                })) {
            assertArrayEquals(BYTES, fetched(server, Map.of()));
        }
    }

    @Test
    void aConnectionThatBreaksAgainAndAgainIsAProblem() throws IOException {
        try (var server = new LoopbackServer(LoopbackServer.cutAfter(1000, BYTES))) {
            Problem problem = problem(server, Map.of());

            assertTrue(
                    problem.what()
                            .startsWith("the connection broke 5 times, last after 0 of 0 MB: "),
                    problem::what);
            assertEquals(5, server.asked().size());
        }
    }

    @Test
    void aSilentLineIsBrokenAndTakenUpAgain() throws IOException {
        var first = new CountDownLatch(1);
        byte[] some = Arrays.copyOf(BYTES, 1000);
        try (var server =
                new LoopbackServer((self, exchange) -> {
                    LoopbackServer.Answer answer =
                            first.getCount() == 1
                                    ? LoopbackServer.hangAfter(some, BYTES.length)
                                    : LoopbackServer.cutAfter(BYTES.length, BYTES);
                    first.countDown();
                    answer.give(self, exchange);
                })) {
            assertArrayEquals(BYTES, fetched(server, Map.of(), Duration.ofMillis(300)));
            assertEquals(List.of("/a/b.jar", "/a/b.jar bytes=1000-"), server.asked());
        }
    }

    @Test
    void anAnswerOtherThanTheFileIsSaid() throws IOException {
        try (var server = new LoopbackServer(LoopbackServer.status(404))) {
            assertEquals(
                    new Problem(
                            "the repository answers 404",
                            server.address() + "/a/b.jar",
                            "LLMPROF_MAVEN_URL=URL of a repository that has the file"),
                    problem(server, Map.of()));
        }
    }

    @Test
    void aFileThatIsTooLongIsNotReadToItsEnd() throws IOException {
        byte[] longer = Arrays.copyOf(BYTES, BYTES.length + 1);
        try (var server = new LoopbackServer(LoopbackServer.whole(longer))) {
            assertEquals(
                    "the file is longer than the " + BYTES.length + " bytes it should have",
                    problem(server, Map.of()).what());
        }
    }

    @Test
    void aServerThatIsNotThereIsSaidWithWhatMayHelp() throws IOException {
        String gone;
        try (var server = new LoopbackServer(LoopbackServer.whole(BYTES))) {
            gone = server.address();
        }
        Problem.Found found =
                assertThrows(Problem.Found.class, () -> fetched(gone, Map.of(), STALLED));
        Problem problem = found.problems().getFirst();

        assertTrue(problem.what().startsWith("nothing could be fetched: "), problem::what);
        assertEquals("HTTPS_PROXY=http://host:port   or   LLMPROF_MAVEN_URL=URL", problem.fix());
    }

    @Test
    void theProxyIsAskedForWhatIsElsewhere() throws IOException {
        try (var proxy = new LoopbackServer(LoopbackServer.whole(BYTES))) {
            assertArrayEquals(
                    BYTES,
                    fetched("http://repo.invalid", Map.of("HTTP_PROXY", proxy.address()), STALLED));
            assertEquals(List.of("http://repo.invalid/a/b.jar"), proxy.asked());
        }
    }

    @Test
    void noProxyGoesPastTheProxy() throws IOException {
        try (var proxy = new LoopbackServer(LoopbackServer.status(500));
                var server = new LoopbackServer(LoopbackServer.whole(BYTES))) {
            var environment =
                    Map.of("HTTP_PROXY", proxy.address(), "NO_PROXY", "localhost,127.0.0.1");

            assertArrayEquals(BYTES, fetched(server, environment));
            assertEquals(List.of(), proxy.asked());
        }
    }

    @Test
    void aProxyThatWantsALoginGetsTheOneInItsAddress() throws IOException {
        try (var proxy =
                new LoopbackServer(
                        LoopbackServer.loggedIn(
                                407,
                                "Proxy-Authenticate",
                                "Proxy-Authorization",
                                "Basic bWU6c2VjcmV0",
                                LoopbackServer.whole(BYTES)))) {
            String address = proxy.address().replace("//", "//me:secret@");

            assertArrayEquals(
                    BYTES, fetched("http://repo.invalid", Map.of("http_proxy", address), STALLED));
        }
    }

    /// By default the JDK keeps logins from the proxies of https addresses.
    @Test
    void theProxyOfAnHttpsAddressGetsItsLoginToo() throws Exception {
        List<String> heads = new CopyOnWriteArrayList<>();
        try (var proxy = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> refuseTunnels(proxy, heads));
            String address = "http://me:secret@127.0.0.1:" + proxy.getLocalPort();

            assertThrows(
                    Problem.Found.class,
                    () -> fetched("https://repo.invalid", Map.of("HTTPS_PROXY", address), STALLED));
        }
        assertTrue(
                heads.getFirst().startsWith("CONNECT repo.invalid:443 HTTP/1.1"), heads::toString);
        assertTrue(
                heads.getLast().contains("Proxy-Authorization: Basic bWU6c2VjcmV0"),
                heads::toString);
    }

    private static void refuseTunnels(ServerSocket proxy, List<String> heads) {
        try {
            while (true) {
                try (var socket = proxy.accept()) {
                    var head = new StringBuilder();
                    while (head.indexOf("\r\n\r\n") < 0) {
                        head.append((char) socket.getInputStream().read());
                    }
                    heads.add(head.toString());
                    socket.getOutputStream().write(LOGIN.getBytes(StandardCharsets.US_ASCII));
                }
            }
        } catch (IOException _) {
            // The test is over.
        }
    }

    @Test
    void aRepositoryThatWantsALoginGetsItsOwn() throws IOException {
        try (var server =
                new LoopbackServer(
                        LoopbackServer.loggedIn(
                                401,
                                "WWW-Authenticate",
                                "Authorization",
                                "Basic bWU6c2VjcmV0",
                                LoopbackServer.whole(BYTES)))) {
            String address = server.address().replace("//", "//me:secret@");

            assertArrayEquals(BYTES, fetched(address, Map.of(), STALLED));
        }
    }

    @Test
    void anInterruptedThreadEndsItAtOnce() throws Exception {
        byte[] some = Arrays.copyOf(BYTES, 1000);
        var began = new CountDownLatch(1);
        var thrown = new ArrayList<Class<?>>();
        try (var server = new LoopbackServer(LoopbackServer.hangAfter(some, BYTES.length))) {
            Download download =
                    download(server.address(), Map.of(), _ -> began.countDown(), STALLED);
            Thread thread =
                    Thread.ofPlatform()
                            .start(() -> {
                                try {
                                    download.writeTo(new ByteArrayOutputStream());
                                } catch (IOException | RuntimeException e) {
                                    thrown.add(e.getClass());
                                }
                            });
            began.await();
            thread.interrupt();
            thread.join();
        }
        assertEquals(List.of(InterruptedIOException.class), thrown);
    }

    private Problem problem(LoopbackServer server, Map<String, String> environment) {
        return assertThrows(Problem.Found.class, () -> fetched(server, environment))
                .problems()
                .getFirst();
    }

    private byte[] fetched(LoopbackServer server, Map<String, String> environment)
            throws IOException {
        return fetched(server, environment, STALLED);
    }

    private byte[] fetched(LoopbackServer server, Map<String, String> environment, Duration stalled)
            throws IOException {
        return fetched(server.address(), environment, stalled);
    }

    private byte[] fetched(String address, Map<String, String> environment, Duration stalled)
            throws IOException {
        var out = new ByteArrayOutputStream();
        download(address, environment, heard::add, stalled).writeTo(out);
        return out.toByteArray();
    }

    private static Download download(
            String address,
            Map<String, String> environment,
            LongConsumer progress,
            Duration stalled) {
        var settings = new MavenSettings(Path.of("settings.xml"), List.of(), Optional.empty());
        Repository repository = Repository.of(Map.of("LLMPROF_MAVEN_URL", address), settings);
        HttpClient client = Clients.of(repository, settings, environment);
        URI uri = repository.resolve("a/b.jar");
        return new Download(client, new Download.Wanted(uri, BYTES.length), progress, stalled);
    }

    private static byte[] bytes() {
        byte[] bytes = new byte[300_000];
        new Random(7).nextBytes(bytes);
        return bytes;
    }
}
