package dev.llmprof.analysis.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.JoinEvidence;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.analysis.rank.RankComparisons;
import dev.llmprof.analysis.rank.RankProfile;
import dev.llmprof.report.advice.AdviceWords;
import dev.llmprof.testing.SharedData;
import dev.llmprof.trace.kineto.KinetoReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/// Ranks that compute, then reduce, ten times, on clocks that have nothing to do with each other:
/// where the rule has to fire and where not.
class RankAdviceTest {
    private static final int STEPS = 10;

    @Test
    void theRankThatComputesLongestAndWaitsLeastIsNamed() {
        assertEquals(
                List.of(
                        "The ranks have uneven work: rank 1 computes 1.50 ms, the mean of 2 ranks"
                                + " is 1.25 ms; in the same collectives it spends 100 µs, the"
                                + " others 600 µs in the mean; could save at most 250 µs"),
                said(rank(0, STEPS, 100, 60), rank(1, STEPS, 150, 10)));
    }

    @Test
    void evenWorkIsNoFinding() {
        assertEquals(List.of(), said(rank(0, STEPS, 100, 15), rank(1, STEPS, 105, 10)));
    }

    @Test
    void aRankThatWaitsItselfIsNotWaitedFor() {
        // It computes longest and spends the most in collectives: something else is slow.
        assertEquals(List.of(), said(rank(0, STEPS, 100, 10), rank(1, STEPS, 150, 60)));
    }

    @Test
    void otherCollectivesAreAnotherWindow() {
        assertEquals(List.of(), said(rank(0, STEPS, 100, 60), rank(1, STEPS + 5, 150, 10)));
    }

    @Test
    void ranksWithoutCollectivesDoNotWaitForEachOther() {
        assertEquals(List.of(), said(rank(0, STEPS, 100, 0), rank(1, STEPS, 150, 0)));
    }

    /// One computes 272 ms, the other 210, in 1.23 s: 2.5 % of it could be saved.
    @Test
    void capturesOfOneTrainingRunSayWhatHolds() throws IOException {
        List<RankProfile> profiles = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            Optional<Path> trace =
                    SharedData.ifHere("kineto/hta/trace_filter_sampled_rank-" + rank + ".json.gz");
            if (trace.isPresent()) {
                try (InputStream in = new GZIPInputStream(Files.newInputStream(trace.get()))) {
                    profiles.add(profile("rank-" + rank, in));
                }
            }
        }
        if (!profiles.isEmpty()) {
            assertEquals(List.of(), said(profiles.toArray(RankProfile[]::new)));
        }
    }

    private static List<String> said(RankProfile... ranks) {
        return Advices.of(
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        RankComparisons.of(List.of(ranks)))
                .stream()
                .map(AdviceWords::line)
                .toList();
    }

    private static RankProfile rank(int rank, int steps, int computing, int reducing) {
        List<String> events = new ArrayList<>();
        int now = 1_000_000 * rank;
        for (int step = 0; step < steps; step++) {
            events.add(kernel("gemm", 7, now, computing));
            if (reducing > 0) {
                events.add(kernel("ncclDevKernel_AllReduce", 8, now + computing, reducing));
            }
            now += computing + reducing;
        }
        String json =
                "{\"distributedInfo\":{\"rank\":%d,\"world_size\":2},\"traceEvents\":[%s]}"
                        .formatted(rank, String.join(",", events));
        return profile(
                "rank" + rank, new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
    }

    private static String kernel(String name, int stream, int micros, int duration) {
        return "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"%s\",\"pid\":0,\"tid\":%d,\"ts\":%d,\"dur\":%d}"
                .formatted(name, stream, micros, duration);
    }

    private static RankProfile profile(String name, InputStream json) {
        NestedTrace nested = NestedTrace.of(KinetoReader.read(name, json));
        return JoinEvidence.of(JoinEvidence.graphs(nested), nested, Capture.of(nested))
                .rank()
                .orElseThrow();
    }
}
