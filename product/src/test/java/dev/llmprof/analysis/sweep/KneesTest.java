package dev.llmprof.analysis.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class KneesTest {
    private static final SweptMetric RATE = SweptMetric.of("requests.output_tokens_per_second");

    /// 100 tokens a second for each of up to four at once, and no more than 430.
    @Test
    void theKneeIsWhereMoreOfTheKeyBringsLittle() {
        assertEquals(Optional.of("load=4"), knee(100, 200, 400, 420, 430));
    }

    @Test
    void aLineAndAFallHaveNone() {
        assertEquals(Optional.empty(), knee(100, 200, 400, 800, 1600));
        assertEquals(Optional.empty(), knee(500, 400, 300, 200, 100));
        assertEquals(Optional.empty(), knee(300, 300, 300, 300, 300));
    }

    @Test
    void threePointsAreTooFewToBend() {
        assertEquals(Optional.empty(), knee(100, 390, 400));
    }

    /// Throughput over latency: 10, 18, 20, 8.
    @Test
    void underLoadItIsTheMostThroughputForItsLatency() {
        List<SweptJob> jobs =
                List.of(
                        job("1", Map.of("rate", 100.0, "wait_ns", 10.0)),
                        job("2", Map.of("rate", 198.0, "wait_ns", 11.0)),
                        job("4", Map.of("rate", 300.0, "wait_ns", 15.0)),
                        job("8", Map.of("rate", 320.0, "wait_ns", 40.0)));
        assertEquals(
                Optional.of("load=4"),
                Knees.ofLoad(jobs, "rate", "wait_ns").map(job -> job.words(List.of("load"))));
    }

    private static Optional<String> knee(double... rates) {
        List<SweptJob> jobs = new ArrayList<>();
        for (int at = 0; at < rates.length; at++) {
            jobs.add(job(String.valueOf(1 << at), Map.of(RATE.name(), rates[at])));
        }
        SweepResults results = SweepResults.of("s", jobs, List.of());
        return Knees.of(RATE, results.keys().getFirst(), jobs)
                .map(job -> job.words(results.keyNames()));
    }

    private static SweptJob job(String load, Map<String, Double> metrics) {
        return new SweptJob(
                load,
                new LinkedHashMap<>(Map.of("load", load)),
                true,
                "done",
                new TreeMap<>(metrics));
    }
}
