package dev.llmprof.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.load.Arrival.OpenLoop;
import dev.llmprof.load.Arrival.Spacing;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DueTimesTest {

    private static List<Long> first(int count, Arrival arrival, long seed) {
        var due = new DueTimes(arrival, seed);
        return Stream.generate(due::next).limit(count).map(OptionalLong::orElseThrow).toList();
    }

    @Test
    void aConstantRateIsEvenlySpaced() {
        assertEquals(
                List.of(0L, 250_000_000L, 500_000_000L),
                first(3, new OpenLoop(4, Spacing.CONSTANT), 7));
    }

    @Test
    void poissonHasTheRateAndComesFromTheSeed() {
        var arrival = new OpenLoop(100, Spacing.POISSON);
        List<Long> times = first(20_001, arrival, 7);
        assertEquals(times, first(20_001, arrival, 7));
        double mean = times.getLast() / 20_000.0;
        assertEquals(10_000_000, mean, 300_000);
        // Gaps of a Poisson process vary as much as they are long.
        double square = 0;
        for (int at = 1; at < times.size(); at++) {
            square += Math.pow(times.get(at) - times.get(at - 1) - mean, 2);
        }
        assertEquals(1, Math.sqrt(square / 20_000) / mean, 0.05);
        assertTrue(!times.equals(first(20_001, arrival, 8)));
    }

    @Test
    void aReplayHasItsOwnTimesAndAnEnd() {
        var due = new DueTimes(new Arrival.Replay(List.of(5L, 9L)), 7);
        assertEquals(
                List.of(OptionalLong.of(5), OptionalLong.of(9), OptionalLong.empty()),
                List.of(due.next(), due.next(), due.next()));
    }
}
