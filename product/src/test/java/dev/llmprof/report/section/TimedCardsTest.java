package dev.llmprof.report.section;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.workload.Timings;
import dev.llmprof.analysis.workload.Timings.Request;
import dev.llmprof.analysis.workload.Timings.State;
import dev.llmprof.report.block.Block;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What is said beside times: whose they are, of how many, and how to get better ones.
class TimedCardsTest {
    @Test
    void threeBareRequestsBesideARecordingAreEnough() {
        assertEquals(
                "times: bare, median of 3 warm requests; first token p95 1.00 ms",
                line(State.PROFILED, State.BARE, State.BARE, State.BARE));
    }

    @Test
    void fewerBesideARecordingAreSaidToBeFew() {
        assertEquals(
                "times: bare, median of 2 warm requests; few; more: capture.bare=on",
                line(State.COLD_PROFILED, State.PROFILED, State.BARE, State.BARE));
    }

    @Test
    void aPassWithoutAProfilerHasNoMoreToGive() {
        assertEquals(
                "times: bare, median of 2 warm requests", line(State.COLD, State.BARE, State.BARE));
    }

    @Test
    void timesUnderAProfilerSayHowToGetOthers() {
        assertEquals(
                "times: torch, median of 2 warm requests; under the profiler; without:"
                        + " capture.bare=on",
                line(State.COLD_PROFILED, State.PROFILED, State.PROFILED));
    }

    private static String line(State... states) {
        var timings = new Timings(Arrays.stream(states).map(TimedCardsTest::request).toList());
        return ((Block.Paragraph) TimedCards.line(timings)).text();
    }

    private static Request request(State state) {
        return new Request("a", 1_000_000, 0, Map.of(), 2_000_000, 8, 5, 1, state);
    }
}
