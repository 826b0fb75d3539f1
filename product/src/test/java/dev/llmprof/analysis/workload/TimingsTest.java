package dev.llmprof.analysis.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.breakdown.Spread;
import dev.llmprof.analysis.workload.Timings.Request;
import dev.llmprof.analysis.workload.Timings.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TimingsTest {

    @Test
    void eachSequenceOfABatchWaitsForAWholeStep() {
        // Eight sequences, of each one token from prefill and seven from steps of 18.8 ms.
        var eight = request(State.BARE, 50_000_000, 7 * 18_800_000L, 64, 8);
        var timings = new Timings(List.of(eight));
        assertEquals(Optional.of(18.8e6), perToken(timings));
        assertEquals(8 / 18.8e-3, timings.tokensPerSecond().orElseThrow(), 1e-6);
    }

    @Test
    void aTokenThatPrefillMadeSaysNothingOfOutputTokens() {
        assertEquals(
                Optional.empty(), perToken(new Timings(List.of(request(State.BARE, 5, 0, 1, 1)))));
        assertEquals(
                Optional.empty(),
                perToken(new Timings(List.of(request(State.BARE, 5, 90_000, 2, 2)))));
    }

    @Test
    void theColdRequestStandsApart() {
        Timings timings = prefills(State.BARE, 6_000_000, 17_000_000, 9_000_000);
        Timings cold = plus(request(State.COLD, 57_500_000, 0, 1, 1), timings);

        assertEquals(9e6, cold.firstToken().medianNanos());
        assertEquals(17_000_000, cold.firstToken().p95Nanos());
        assertEquals(new TimeBasis("bare", "median of 3 warm requests", 3), cold.basis());
        assertEquals(57_500_000, cold.cold().orElseThrow().prefillNanos());
        assertEquals(9_000_000, cold.representative().orElseThrow().prefillNanos());
    }

    @Test
    void requestsUnderTheProfilerDoNotCountBesideBareOnes() {
        Timings bare = prefills(State.BARE, 94, 71, 66);
        Timings all = plus(request(State.PROFILED, 176, 0, 1, 1), bare);

        assertEquals(71, all.firstToken().medianNanos());
        assertEquals("bare, median of 3 warm requests", all.basis().words());
    }

    @Test
    void whereAllWereProfiledTheirSourceIsTheProfiler() {
        Timings all = prefills(State.PROFILED, 176, 130, 121);
        assertEquals(130, all.firstToken().medianNanos());
        assertEquals(new TimeBasis("torch", "median of 3 warm requests", 3), all.basis());
    }

    @Test
    void oneColdRequestIsSaidToBeCold() {
        assertEquals("bare, one cold request", prefills(State.COLD, 5).basis().words());
        assertEquals("torch, one cold request", prefills(State.COLD_PROFILED, 5).basis().words());
    }

    @Test
    void aTypicalRequestIsOfTheSizeThatWasRecorded() {
        var timings =
                new Timings(
                        List.of(
                                request(State.PROFILED, 900, 0, 3, 1),
                                request(State.BARE, 100, 10, 3, 1),
                                request(State.BARE, 300, 30, 3, 1),
                                request(State.BARE, 7, 1, 2, 1)));

        Timings.Typical typical = timings.typical().orElseThrow();

        assertEquals(200, typical.median().prefillNanos());
        assertEquals(20, typical.median().decodeNanos());
        assertEquals("bare, median of 2 warm requests", typical.basis().words());
    }

    private static Optional<Double> perToken(Timings timings) {
        return timings.perOutputToken().map(Spread::medianNanos);
    }

    private static Timings plus(Request first, Timings rest) {
        List<Request> all = new ArrayList<>(List.of(first));
        all.addAll(rest.requests());
        return new Timings(all);
    }

    private static Timings prefills(State state, long... nanos) {
        return new Timings(
                Arrays.stream(nanos).mapToObj(each -> request(state, each, 0, 1, 1)).toList());
    }

    private static Request request(
            State state, long prefill, long decode, long newTokens, long sequences) {
        return new Request(
                "prompt", prefill, 0, Map.of(), decode, 7 * sequences, newTokens, sequences, state);
    }
}
