package dev.llmprof.analysis.rank;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.JoinEvidence;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.testing.SharedData;
import dev.llmprof.trace.kineto.KinetoReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class RankComparisonsTest {
    /// Begin and duration in microseconds.
    private record Reduce(int begin, int duration) {}

    @Test
    void waitingIsCountedWhereACollectiveEndsOnBothRanksTogether() {
        Ranks ranks =
                compared(
                        List.of(new Reduce(100, 50), new Reduce(1000, 200)),
                        List.of(new Reduce(130, 20), new Reduce(1010, 190)));
        assertEquals(new Ranks.Pairing(2, 2), ranks.pairing());
        assertEquals(
                List.of(
                        new Ranks.Collective(
                                "ncclDevKernel_AllReduce",
                                2,
                                2,
                                Optional.of(210_000L),
                                Optional.of(40_000L))),
                ranks.collectives());
        assertEquals(Optional.of(40_000L), ranks.rows().get(0).waitNanos());
        assertEquals(Optional.of(0L), ranks.rows().get(1).waitNanos());
    }

    @Test
    void aPairThatDoesNotEndTogetherIsNeitherWaitingNorSkew() {
        Ranks ranks =
                compared(
                        List.of(new Reduce(100, 50), new Reduce(1000, 900)),
                        List.of(new Reduce(130, 20), new Reduce(5000, 100)));
        assertEquals(new Ranks.Pairing(2, 1), ranks.pairing());
        assertEquals(
                List.of(
                        new Ranks.Collective(
                                "ncclDevKernel_AllReduce",
                                2,
                                1,
                                Optional.of(20_000L),
                                Optional.of(30_000L))),
                ranks.collectives());
    }

    @Test
    void shortCollectivesThatEndFurtherApartThanTheyLastAreNotOne() {
        Ranks ranks = compared(List.of(new Reduce(0, 20)), List.of(new Reduce(100, 20)));
        assertEquals(new Ranks.Pairing(1, 0), ranks.pairing());
        assertEquals(
                List.of(
                        new Ranks.Collective(
                                "ncclDevKernel_AllReduce",
                                1,
                                0,
                                Optional.empty(),
                                Optional.empty())),
                ranks.collectives());
        assertEquals(Optional.empty(), ranks.rows().get(0).waitNanos());
    }

    /// Counted by hand: the ends of pairs 3, 5, 9 and 10 are 55, 332, 8 and 189 µs apart, the
    /// others 13 to 134 ms.
    @Test
    void fourOfTenPairsOfAPublicTrainingEndTogether() throws IOException {
        List<RankProfile> profiles = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            Optional<Path> file =
                    SharedData.ifHere("kineto/hta/trace_filter_sampled_rank-" + rank + ".json.gz");
            if (file.isPresent()) {
                try (var in = new GZIPInputStream(Files.newInputStream(file.get()))) {
                    profiles.add(
                            profile(NestedTrace.of(KinetoReader.read(file.get().toString(), in))));
                }
            }
        }
        if (profiles.size() == 2) {
            assertEquals(
                    new Ranks.Pairing(10, 4), RankComparisons.of(profiles).orElseThrow().pairing());
        }
    }

    private static Ranks compared(List<Reduce> first, List<Reduce> second) {
        return RankComparisons.of(List.of(profile(0, first), profile(1, second))).orElseThrow();
    }

    private static RankProfile profile(int rank, List<Reduce> reduces) {
        String json =
                "{\"distributedInfo\":{\"rank\":"
                        + rank
                        + ",\"world_size\":2,\"backend\":\"nccl\"},\"traceEvents\":["
                        + String.join(
                                ",", reduces.stream().map(RankComparisonsTest::event).toList())
                        + "]}";
        return profile(
                NestedTrace.of(
                        KinetoReader.read(
                                "rank" + rank,
                                new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)))));
    }

    private static String event(Reduce reduce) {
        return "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"ncclDevKernel_AllReduce\",\"pid\":0,\"tid\":8,\"ts\":%d,\"dur\":%d}"
                .formatted(reduce.begin(), reduce.duration());
    }

    private static RankProfile profile(NestedTrace nested) {
        return JoinEvidence.of(JoinEvidence.graphs(nested), nested, Capture.of(nested))
                .rank()
                .orElseThrow();
    }
}
