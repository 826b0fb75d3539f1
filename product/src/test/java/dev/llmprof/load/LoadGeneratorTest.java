package dev.llmprof.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.load.Arrival.ClosedLoop;
import dev.llmprof.load.Arrival.OpenLoop;
import dev.llmprof.load.Arrival.Spacing;
import dev.llmprof.load.PromptSource.Lengths;
import dev.llmprof.served.LoadFacts.Goals;
import dev.llmprof.served.RequestFailure;
import dev.llmprof.served.RequestFailure.Kind;
import dev.llmprof.served.ServedRequest;
import dev.llmprof.testing.server.Answer;
import dev.llmprof.testing.server.Answer.Ending;
import dev.llmprof.testing.server.ExactServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LoadGeneratorTest {
    private static final Answer USUAL = Answer.exact(20, 5, 4);

    private final List<ServedRequest> heard = Collections.synchronizedList(new ArrayList<>());
    private final AtomicBoolean stopped = new AtomicBoolean();
    private Optional<String> cutShort = Optional.empty();

    private static LoadSettings settings(Arrival arrival, int requests) {
        return settings(arrival, requests, Duration.ofSeconds(20));
    }

    private static LoadSettings settings(Arrival arrival, int requests, Duration timeout) {
        return new LoadSettings(
                arrival,
                OptionalInt.of(requests),
                Optional.empty(),
                0,
                new PromptSource.Synthetic(new Lengths.Fixed(8)),
                4,
                true,
                timeout,
                7,
                Goals.NONE);
    }

    private List<ServedRequest> load(LoadSettings settings, IntFunction<Answer> answers)
            throws IOException {
        try (var server = new ExactServer(answers)) {
            return load(settings, server);
        }
    }

    private List<ServedRequest> load(LoadSettings settings, ExactServer server) {
        var target = new Target(server.url(), "exact", Target.Api.CHAT);
        try (var generator = new LoadGenerator(settings, target, stopped::get)) {
            cutShort = generator.run(System.nanoTime(), generator.count(), heard::add);
        }
        return heard.stream().sorted(Comparator.comparingInt(ServedRequest::number)).toList();
    }

    private static Kind kind(ServedRequest request) {
        return request.failure().map(RequestFailure::kind).orElseThrow();
    }

    @Test
    void everyTokenIsTimedAndNoneComesBeforeTheServerWroteIt() throws IOException {
        List<ServedRequest> requests = load(settings(new ClosedLoop(3), 9), _ -> USUAL);
        assertEquals(9, requests.size());
        for (ServedRequest each : requests) {
            assertTrue(each.answered(), each::toString);
            assertEquals(4, each.tokenNanos().size());
            assertEquals(4, each.newTokens());
            assertEquals(OptionalLong.of(7), each.promptTokens());
            assertTrue(each.countedByServer());
            assertTrue(each.firstTokenNanos() >= 20_000_000, each::toString);
            assertTrue(each.endToEndNanos() >= 35_000_000, each::toString);
        }
        assertEquals(Optional.empty(), cutShort);
    }

    @Test
    void aClosedLoopHasNeverMoreStreamsThanAsked() throws IOException {
        try (var server = new ExactServer(_ -> USUAL)) {
            load(settings(new ClosedLoop(3), 12), server);
            assertEquals(3, server.mostStreaming());
        }
    }

    @Test
    void aThousandStreamsAreHeldAtOnce() throws IOException {
        try (var server = new ExactServer(_ -> Answer.exact(3_000, 5, 4))) {
            List<ServedRequest> requests = load(settings(new ClosedLoop(1000), 1000), server);
            assertEquals(1000, requests.stream().filter(ServedRequest::answered).count());
            assertEquals(1000, server.mostStreaming());
        }
    }

    @Test
    void inAnOpenLoopTheWaitBeforeSendingCounts() throws IOException {
        var arrival = new OpenLoop(50, Spacing.CONSTANT);
        List<ServedRequest> requests = load(settings(arrival, 5), _ -> USUAL);
        for (int at = 0; at < 5; at++) {
            ServedRequest each = requests.get(at);
            assertEquals(at * 20_000_000L, each.dueNanos());
            assertTrue(each.sentNanos() >= each.dueNanos());
            assertEquals(each.tokenNanos().get(0) - each.dueNanos(), each.firstTokenNanos());
        }
    }

    @Test
    void aDurationEndsALoadThatRequestsWouldNot() throws IOException {
        LoadSettings most = settings(new ClosedLoop(1), 1);
        var timed =
                new LoadSettings(
                        most.arrival(),
                        most.requests(),
                        Optional.of(Duration.ofMillis(300)),
                        0,
                        most.prompts(),
                        4,
                        true,
                        most.timeout(),
                        7,
                        Goals.NONE);
        List<ServedRequest> requests = load(timed, _ -> Answer.exact(1, 1, 2));
        assertTrue(requests.size() > 1, "only " + requests.size());
        assertTrue(requests.getLast().dueNanos() < 300_000_000);
    }

    @Test
    void whatGoesWrongIsToldApart() throws IOException {
        List<Answer> answers =
                List.of(
                        USUAL,
                        Answer.status(429),
                        Answer.status(500),
                        USUAL.ending(Ending.RESET, 2),
                        USUAL.ending(Ending.ERROR_EVENT, 1),
                        USUAL.ending(Ending.CLOSED, 0),
                        USUAL.ending(Ending.STALLED, 2));
        List<ServedRequest> requests =
                load(settings(new ClosedLoop(1), 7, Duration.ofSeconds(1)), answers::get);
        assertTrue(requests.get(0).answered());
        assertEquals("status 429 {\"error\":{\"message\":\"as asked\"}}", text(requests.get(1)));
        assertEquals(Kind.STATUS, kind(requests.get(2)));
        assertEquals(Kind.BROKEN, kind(requests.get(3)));
        assertEquals(2, requests.get(3).tokenNanos().size());
        assertEquals("out of memory", text(requests.get(4)));
        assertEquals(Kind.ANSWER, kind(requests.get(4)));
        assertTrue(requests.get(5).answered(), requests.get(5)::toString);
        assertEquals(false, requests.get(5).countedByServer());
        assertEquals(4, requests.get(5).newTokens());
        assertEquals(Kind.TIMEOUT, kind(requests.get(6)));
        assertEquals(2, requests.get(6).tokenNanos().size());
    }

    private static String text(ServedRequest request) {
        return request.failure().orElseThrow().text();
    }

    @Test
    void aStreamThatClosesTooEarlyIsBroken() throws IOException {
        var less = Answer.exact(1, 1, 2).ending(Ending.CLOSED, 0);
        assertEquals(Kind.BROKEN, kind(load(settings(new ClosedLoop(1), 1), _ -> less).getFirst()));
    }

    @Test
    void aServerThatDiesIsGivenUpAndWhatWasMeasuredIsKept() throws IOException {
        List<ServedRequest> requests =
                load(
                        settings(new ClosedLoop(2), 1000),
                        at -> at == 5 ? USUAL.ending(Ending.DEATH, 1) : USUAL);
        assertTrue(requests.stream().filter(ServedRequest::answered).count() >= 4);
        assertTrue(requests.size() < 40, "went on for " + requests.size());
        assertTrue(cutShort.orElseThrow().startsWith("the server stopped answering"));
    }

    @Test
    void aHangingServerIsGivenUpAfterItsDeadlines() throws IOException {
        List<ServedRequest> requests =
                load(
                        settings(new ClosedLoop(4), 1000, Duration.ofMillis(200)),
                        _ -> USUAL.ending(Ending.STALLED, 0));
        assertEquals(8, requests.stream().filter(each -> kind(each) == Kind.TIMEOUT).count());
        assertTrue(requests.size() <= 12, "asked " + requests.size());
    }

    @Test
    void whoStopsTheLoadDoesNotWaitForItsStreams() throws IOException {
        try (var server = new ExactServer(_ -> USUAL.ending(Ending.STALLED, 1))) {
            Thread.ofVirtual()
                    .start(() -> {
                        while (server.mostStreaming() < 2) {
                            Thread.onSpinWait();
                        }
                        stopped.set(true);
                    });
            List<ServedRequest> requests = load(settings(new ClosedLoop(2), 10), server);
            assertTrue(requests.stream().allMatch(each -> kind(each) == Kind.STOPPED));
            assertTrue(requests.stream().noneMatch(ServedRequest::counts));
            assertEquals(Optional.of("it was stopped"), cutShort);
        }
    }

    @Test
    void aServerWithoutIgnoreEosIsNotAskedForIt() throws IOException {
        try (var server = new ExactServer(_ -> USUAL).refusing("ignore_eos")) {
            LoadSettings plain = settings(new ClosedLoop(1), 2);
            var settings =
                    new LoadSettings(
                            plain.arrival(),
                            plain.requests(),
                            Optional.empty(),
                            3,
                            plain.prompts(),
                            4,
                            true,
                            plain.timeout(),
                            7,
                            Goals.NONE);
            var target = new Target(server.url(), "exact", Target.Api.COMPLETIONS);
            try (var generator = new LoadGenerator(settings, target, stopped::get)) {
                LoadGenerator.Warm warm = generator.warmUp();
                assertEquals(3, warm.requests().stream().filter(ServedRequest::answered).count());
                assertTrue(warm.notes().getFirst().contains("ignore_eos"));
                warm.load().run(System.nanoTime(), warm.load().count(), heard::add);
            }
            assertEquals(2, heard.stream().filter(ServedRequest::answered).count());
            assertEquals(1, server.bodies().stream().filter(b -> b.contains("ignore_eos")).count());

            assertEquals(6, server.bodies().stream().distinct().count());
        }
    }

    @Test
    void whoHearsSlowlyHoldsUpNoOtherStream() throws IOException {
        var others = new CountDownLatch(3);
        try (var server = new ExactServer(_ -> USUAL)) {
            var target = new Target(server.url(), "exact", Target.Api.CHAT);
            var settings = settings(new ClosedLoop(2), 4);
            try (var generator = new LoadGenerator(settings, target, stopped::get)) {
                generator.run(
                        System.nanoTime(),
                        generator.count(),
                        request -> {
                            if (request.number() == 0) {
                                await(others);
                            }
                            heard.add(request);
                            others.countDown();
                        });
            }
        }
        assertEquals(0, heard.getLast().number());
        assertEquals(4, heard.stream().filter(ServedRequest::answered).count());
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(30, TimeUnit.SECONDS), "the others waited");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aServerThatClosesEachConnectionIsLoadedAllTheSame() throws IOException {
        List<ServedRequest> requests =
                load(settings(new ClosedLoop(3), 30), _ -> USUAL.ending(Ending.CLOSED, 0));
        assertEquals(30, requests.stream().filter(ServedRequest::answered).count());
    }
}
