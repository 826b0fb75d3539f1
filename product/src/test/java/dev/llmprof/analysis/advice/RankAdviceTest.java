package dev.llmprof.analysis.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.rank.GeneratedRanks;
import dev.llmprof.analysis.rank.RankComparisons;
import dev.llmprof.analysis.rank.RankRecord;
import dev.llmprof.analysis.rank.Ranks;
import dev.llmprof.report.advice.AdviceWords;
import dev.llmprof.testing.SharedData;
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

/// Ranks that compute, then reduce, on clocks that have nothing to do with each other: where the
/// rule has to fire and where not.
class RankAdviceTest {
    private static final int STEPS = 11;

    @Test
    void theRankThatTheOthersWaitForIsNamed() {
        assertEquals(
                List.of(
                        "The other ranks wait for one rank: rank 1 is the last in 10 of 10"
                                + " collectives,"
                                + " typically 50.0 µs after the first, computing (attention); could"
                                + " save at most 500 µs"),
                said(ranks(50_000, 0).records()));
    }

    @Test
    void aRankThatIsIdleBeforeItComesIsNamedToo() {
        assertEquals(
                List.of(
                        "The other ranks wait for one rank: rank 1 is the last in 10 of 10"
                                + " collectives,"
                                + " typically 50.0 µs after the first, idle (launch not recorded);"
                                + " could save at most 500 µs"),
                said(ranks(0, 50_000).records()));
    }

    @Test
    void evenWorkIsNoFinding() {
        assertEquals(List.of(), said(ranks(1_000, 0).records()));
    }

    @Test
    void ranksThatAreLateInTurnsAreNoFinding() {
        var ranks = new GeneratedRanks(2).clock(1, 1_000_000_000, 0);
        for (int step = 0; step < STEPS; step++) {
            ranks.everybodyComputes(100_000)
                    .compute(step % 2, "attention", 50_000)
                    .collective("AllReduce", "tp", 8, 0, 1);
        }
        assertEquals(List.of(), said(ranks.records()));
    }

    @Test
    void ranksWithoutCollectivesDoNotWaitForEachOther() {
        var ranks = new GeneratedRanks(2);
        ranks.everybodyComputes(100_000).compute(1, "attention", 50_000);
        assertEquals(List.of(), said(ranks.records()));
    }

    /// They are samples of a training run's events: what is left pairs by chance.
    @Test
    void capturesOfOneTrainingRunSayWhatHolds() throws IOException {
        List<RankRecord> records = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            Optional<Path> trace =
                    SharedData.ifHere("kineto/hta/trace_filter_sampled_rank-" + rank + ".json.gz");
            if (trace.isPresent()) {
                try (InputStream in = new GZIPInputStream(Files.newInputStream(trace.get()))) {
                    records.add(
                            GeneratedRanks.reduced(
                                    "rank-" + rank,
                                    new String(in.readAllBytes(), StandardCharsets.UTF_8)));
                }
            }
        }
        if (!records.isEmpty()) {
            assertEquals(List.of(), said(records));
            assertEquals(
                    "not named [0, 1]: of 10 collectives that were paired by order only 4 end"
                            + " together; which belong together is not certain, so nothing is"
                            + " concluded from them",
                    RankComparisons.of(records).orElseThrow().remarks().getLast());
        }
    }

    /// Of equal kind, size and number, but of two runs: whoever pairs them finds a late rank.
    @Test
    void collectivesThatDoNotEndTogetherSayNothing() {
        var other = new GeneratedRanks(2);
        for (int step = 0; step < STEPS; step++) {
            other.everybodyComputes(3_000_000 + 2_000_000L * (step * 7 % 5))
                    .collective("AllReduce", "tp", 8, 0, 1);
        }
        List<RankRecord> records =
                List.of(
                        ranks(50_000, 0).record(0),
                        GeneratedRanks.reduced("rank1.json", other.json(1)));
        Ranks compared = RankComparisons.of(records).orElseThrow();
        assertEquals(List.of(), said(records));
        assertEquals(List.of(), compared.late());
        assertEquals(0, compared.groups().getFirst().matched());
        assertTrue(
                compared.remarks().getLast().contains("is not certain"),
                () -> compared.remarks().toString());
    }

    private static GeneratedRanks ranks(long computing, long idle) {
        var ranks = new GeneratedRanks(2).clock(1, 1_000_000_000, 0);
        for (int step = 0; step < STEPS; step++) {
            ranks.everybodyComputes(100_000).idle(1, idle);
            if (computing > 0) {
                ranks.compute(1, "attention", computing);
            }
            ranks.compute(0, "norm", 1_000)
                    .compute(1, "norm", 1_000)
                    .collective("AllReduce", "tp", 8, 0, 1);
        }
        return ranks;
    }

    private static List<String> said(List<RankRecord> ranks) {
        return Advices.of(Optional.empty(), Optional.empty(), List.of(), RankComparisons.of(ranks))
                .stream()
                .map(AdviceWords::line)
                .toList();
    }
}
