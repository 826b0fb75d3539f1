package dev.llmprof.analysis.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.served.LoadFacts;
import dev.llmprof.served.LoadFacts.Goals;
import dev.llmprof.served.RequestFailure;
import dev.llmprof.served.RequestFailure.Kind;
import dev.llmprof.served.ServedLoad;
import dev.llmprof.served.ServedRequest;
import dev.llmprof.table.LongColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RequestMetricsTest {

    private static ServedLoad load(Goals goals, List<ServedRequest> requests) {
        return new ServedLoad(
                new LoadFacts(0, "http://x", "", "m", "closed loop", false, goals),
                requests,
                Optional.empty());
    }

    /// Sent when due, first token after so long, then three more, evenly.
    private static ServedRequest answered(int number, long due, long first, long gap) {
        return new ServedRequest(
                number,
                due,
                due,
                LongColumn.of(
                        due + first,
                        due + first + gap,
                        due + first + 2 * gap,
                        due + first + 3 * gap),
                due + first + 3 * gap,
                OptionalLong.of(7),
                4,
                true,
                Optional.empty());
    }

    private static ServedRequest failed(int number, Kind kind, String text) {
        return new ServedRequest(
                number,
                0,
                0,
                LongColumn.of(),
                5,
                OptionalLong.empty(),
                0,
                false,
                Optional.of(new RequestFailure(kind, text)));
    }

    @Test
    void percentilesAreInterpolatedAsNumpyDoes() {
        Latency latency = Latency.of(new long[] {500, 100, 300, 200, 400}).orElseThrow();
        // numpy.percentile([100, 200, 300, 400, 500], [50, 90, 95, 99])
        assertEquals(300, latency.mean());
        assertEquals(300, latency.p50());
        assertEquals(460, latency.p90(), 1e-9);
        assertEquals(480, latency.p95(), 1e-9);
        assertEquals(496, latency.p99(), 1e-9);
    }

    @Test
    void latenciesAreOfThoseThatWereAnswered() {
        RequestMetrics metrics =
                RequestMetrics.of(
                        load(
                                Goals.NONE,
                                List.of(
                                        answered(0, 0, 100, 10),
                                        answered(1, 0, 300, 30),
                                        failed(2, Kind.STATUS, "status 429"),
                                        failed(3, Kind.STATUS, "status 429"),
                                        failed(4, Kind.BROKEN, "the stream ended after 1 of 4"),
                                        failed(5, Kind.STOPPED, "the load was stopped"))));
        assertEquals(5, metrics.count());
        assertEquals(3, metrics.errors());
        assertEquals(Map.of("broken stream", 1L, "status 429", 2L), metrics.failures());
        assertEquals(200, metrics.firstToken().orElseThrow().p50());
        assertEquals(20, metrics.tokenGap().orElseThrow().p50());
        assertEquals(20, metrics.perToken().orElseThrow().p50());
        assertEquals(260, metrics.endToEnd().orElseThrow().mean());
    }

    @Test
    void goodputCountsThoseThatKeepBothGoals() {
        long second = 1_000_000_000;
        var goals = new Goals(OptionalLong.of(second), OptionalLong.of(second / 10));
        RequestMetrics metrics =
                RequestMetrics.of(
                        load(
                                goals,
                                List.of(
                                        answered(0, 0, second / 2, second / 20),
                                        answered(1, 0, 2 * second, second / 20),
                                        answered(2, 0, second / 2, second / 2),
                                        answered(3, 0, second, second))));
        // The last ends after four seconds.
        assertEquals(1.0, metrics.rates().requestsPerSecond());
        assertEquals(0.25, metrics.rates().goodRequestsPerSecond());
        assertEquals(4.0, metrics.rates().outputTokensPerSecond());
    }

    @Test
    void theSteadyPartLeavesFillingAndDrainingOut() {
        List<ServedRequest> requests = new ArrayList<>();
        for (int number = 0; number < 10; number++) {
            requests.add(answered(number, number * 1000L, 700, 100));
        }
        LoadRates steady = RequestMetrics.of(load(Goals.NONE, requests)).steady().orElseThrow();
        assertEquals(1000, steady.startNanos());
        assertEquals(9000, steady.endNanos());
        assertEquals(8, steady.answered());
        assertEquals(1e9 / 1000, steady.requestsPerSecond(), 1e-6);
    }

    @Test
    void roundsOfStreamsCountNoRoundTooMany() {
        List<ServedRequest> requests = new ArrayList<>();
        for (int number = 0; number < 16; number++) {
            requests.add(answered(number, number / 4 * 1000L + number % 4, 700, 99));
        }
        LoadRates steady = RequestMetrics.of(load(Goals.NONE, requests)).steady().orElseThrow();
        // Four streams whose requests take 997 of every 1,000 ns.
        assertEquals(4e6, steady.requestsPerSecond(), 0.005 * 4e6);
    }

    @Test
    void tokensOfBrokenStreamsAreInNoRate() {
        var broken =
                new ServedRequest(
                        1,
                        0,
                        0,
                        LongColumn.of(10, 20),
                        400,
                        OptionalLong.empty(),
                        2,
                        false,
                        Optional.of(new RequestFailure(Kind.BROKEN, "the stream ended")));
        LoadRates rates =
                RequestMetrics.of(load(Goals.NONE, List.of(answered(0, 0, 100, 100), broken)))
                        .rates();
        assertEquals(4 / 400e-9, rates.outputTokensPerSecond(), 1e-3);
        assertEquals(1 / 400e-9, rates.requestsPerSecond(), 1e-3);
    }

    @Test
    void aLoadOfOneRoundHasNoSteadyPart() {
        List<ServedRequest> requests = List.of(answered(0, 0, 100, 10), answered(1, 0, 100, 10));
        assertEquals(Optional.empty(), RequestMetrics.of(load(Goals.NONE, requests)).steady());
    }

    @Test
    void requestsInFlightAddUpToTheirTimes() {
        RequestMetrics metrics =
                RequestMetrics.of(
                        load(
                                Goals.NONE,
                                List.of(answered(0, 0, 700, 100), answered(1, 500, 200, 100))));
        double sum =
                metrics.inFlight().means().stream().mapToDouble(each -> each).sum()
                        * metrics.inFlight().sliceNanos();
        assertEquals(1000 + 500, sum, 1e-6);
    }

    @Test
    void theP99RequestSaysWhereItsTimeWent() {
        List<ServedRequest> requests = new ArrayList<>();
        for (int number = 0; number < 200; number++) {
            requests.add(answered(number, 0, 100 + number, 10));
        }
        SlowRequest slow =
                SlowRequest.of(RequestMetrics.of(load(Goals.NONE, requests))).orElseThrow();
        assertEquals(197, slow.request().number());
        assertEquals(0, slow.queuedNanos());
        assertEquals(297, slow.toFirstNanos());
        assertEquals(30, slow.toLastNanos());
        assertTrue(slow.steps().isEmpty());
    }
}
