package dev.llmprof.analysis.rank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RankComparisonsTest {
    private static final int STEPS = 10;

    @Test
    void whoComputesLongerIsLateByTheTimeItComputesLonger() {
        var ranks = new GeneratedRanks(4);
        for (int step = 0; step < STEPS; step++) {
            ranks.everybodyComputes(100_000)
                    .compute(2, "attention", 300_000)
                    .collective("AllReduce", "tp", 1 << 10, 0, 1, 2, 3);
        }
        Ranks compared = ranks.compared();
        // The first collective has none before it.
        assertEquals(
                new Ranks.Late(
                        2,
                        "tp [0-3]",
                        LateCause.COMPUTING,
                        "attention",
                        9,
                        2_700_000,
                        300_000,
                        0,
                        0,
                        2_700_000),
                compared.late().getFirst());
        assertEquals(1, compared.late().size());
        Ranks.Waits waits = compared.rows().get(0).waits();
        assertEquals(Optional.of(3_000_000L), waits.waitNanos());
        assertEquals(100_000, waits.transferNanos());
        assertEquals(Optional.of(0L), compared.rows().get(2).waits().waitNanos());
        assertEquals(9, compared.rows().get(2).waits().last());
    }

    @Test
    void whoIsIdleIsLateThoughItComputesNoMore() {
        var ranks = new GeneratedRanks(2);
        for (int step = 0; step < STEPS; step++) {
            ranks.everybodyComputes(100_000)
                    .idle(1, 200_000)
                    .compute(1, "gemm", 1_000)
                    .compute(0, "gemm", 1_000)
                    .collective("AllReduce", "tp", 1 << 10, 0, 1);
        }
        Ranks.Late late = ranks.compared().late().getFirst();
        assertEquals(1, late.rank());
        assertEquals(LateCause.IDLE, late.cause());
        assertEquals(200_000, late.medianLateNanos());
    }

    /// Ranks 0 and 1 come late to the collective of all, rank 0 only because it waited for rank 1.
    @Test
    void blameGoesOnToTheRankThatMadeItWait() {
        var ranks = new GeneratedRanks(4);
        for (int step = 0; step < STEPS; step++) {
            ranks.everybodyComputes(100_000)
                    .compute(1, "attention", 400_000)
                    .collective("AllReduce", "tp", 1 << 10, 0, 1)
                    .collective("AllReduce", "tp", 1 << 10, 2, 3)
                    .compute(0, "norm", 1_000)
                    .collective("AllReduce", "world", 1 << 10, 0, 1, 2, 3);
        }
        Ranks compared = ranks.compared();
        List<Ranks.Collective> world =
                compared.collectives().stream()
                        .filter(each -> each.group().equals("world [0-3]"))
                        .toList();
        assertEquals(9, world.size());
        for (Ranks.Collective each : world) {
            assertEquals(0, each.lastRank());
            assertEquals(1, each.culprit());
            assertEquals(LateCause.COMPUTING, each.cause());
            assertEquals("attention", each.detail());
            assertEquals(401_000, each.lateNanos());
        }
        Ranks.Late late = compared.late().getFirst();
        assertEquals(1, late.rank());
        assertEquals("tp [0, 1]", late.group());
        assertEquals(9, late.times());
        assertEquals(9, late.passed());
    }

    /// Every rank calls its groups by the same names, and both pairs reduce equally often.
    @Test
    void groupsOfDifferentRanksAreNotMixed() {
        var ranks = new GeneratedRanks(4);
        for (int step = 0; step < STEPS; step++) {
            ranks.compute(0, "gemm", 50_000)
                    .compute(1, "gemm", 100_000)
                    .compute(2, "gemm", 900_000)
                    .compute(3, "gemm", 800_000)
                    .collective("AllReduce", "tp", 1 << 10, 0, 1)
                    .collective("AllReduce", "tp", 1 << 10, 2, 3)
                    .collective("AllReduce", "dp", 1 << 20, 0, 2)
                    .collective("AllReduce", "dp", 1 << 20, 1, 3);
        }
        Ranks compared = ranks.compared();
        assertEquals(
                List.of("dp [0, 2]", "dp [1, 3]", "tp [0, 1]", "tp [2, 3]"),
                compared.groups().stream().map(Ranks.Group::name).toList());
        for (Ranks.Group group : compared.groups()) {
            assertEquals(STEPS, group.matched());
            assertEquals(0, group.holes());
            assertEquals(Optional.of(0L), group.endsApartNanos());
        }
        assertEquals(Optional.of(1), compared.groups().get(2).mostLast());
        assertEquals(Optional.of(2), compared.groups().get(3).mostLast());
        assertEquals(100_000, compared.groups().get(3).times().medianLateNanos());
    }

    @Test
    void aCollectiveThatOneRankLacksIsAHoleAndTheRestIsPaired() {
        var ranks = new GeneratedRanks(2);
        for (int step = 0; step < STEPS; step++) {
            ranks.everybodyComputes(100_000 + 7_000 * step)
                    .collective("AllReduce", "tp", 1L << step, 0, 1);
        }
        String cut =
                ranks.json(1)
                        .lines()
                        .filter(line -> !line.contains("\"In msg nelems\":8,"))
                        .reduce((left, right) -> left + "\n" + right)
                        .orElseThrow();
        Ranks compared =
                RankComparisons.of(
                                List.of(ranks.record(0), GeneratedRanks.reduced("rank1.json", cut)))
                        .orElseThrow();
        Ranks.Group group = compared.groups().getFirst();
        assertEquals(9, group.matched());
        assertEquals(1, group.holes());
        assertEquals("kind and size", group.pairing());
        assertEquals(
                List.of(
                        "tp [0, 1]: rank 1 lacks 1 of 10 (the first is number 4); the others are"
                                + " compared"),
                compared.remarks());
    }

    /// All are alike: only the times tell which are missing.
    @Test
    void aRecordingThatBeginsLaterIsShiftedToWhereEndsKeepTheirDistance() {
        var ranks = new GeneratedRanks(2).clock(1, 77_000_000, 0);
        for (int step = 0; step < STEPS; step++) {
            ranks.everybodyComputes(100_000 + 31_000L * (step * step % 7))
                    .collective("AllReduce", "tp", 8, 0, 1);
        }
        List<String> lines = new ArrayList<>(ranks.json(1).lines().toList());
        String begun = lines.removeFirst();
        String later =
                begun.substring(0, begun.indexOf('[') + 1)
                        + String.join("\n", lines.subList(5, lines.size()));
        Ranks.Group group =
                RankComparisons.of(
                                List.of(
                                        ranks.record(0),
                                        GeneratedRanks.reduced("rank1.json", later)))
                        .orElseThrow()
                        .groups()
                        .getFirst();
        assertEquals(7, group.matched());
        assertEquals(3, group.holes());
        assertEquals(Optional.of(0L), group.endsApartNanos());
    }

    @Test
    void clocksThatAreOffAndDriftAreFoundToFiveMicroseconds() {
        long[] offsets = {0, 500_000, -500_000, 123_456};
        double[] drifts = {0, 50, -50, 10};
        var ranks = new GeneratedRanks(4);
        for (int rank = 0; rank < 4; rank++) {
            ranks.clock(rank, offsets[rank], drifts[rank]);
        }
        for (int step = 0; step < 1_000; step++) {
            ranks.everybodyComputes(2_000_000)
                    .compute(step % 4, "gemm", 1_000_000)
                    .collective("AllReduce", "tp", 8, 0, 1)
                    .collective("AllReduce", "tp", 8, 2, 3)
                    .collective("AllReduce", "dp", 8, 1, 3);
        }
        List<RankRecord> records = ranks.records();
        List<MatchedGroup> groups =
                CommunicationGroups.of(records).groups().stream()
                        .map(rows -> SequenceMatching.of(records, rows))
                        .toList();
        RankClocks clocks = RankClocks.of(records, groups);
        // The first event of the first rank is the beginning of time.
        for (int rank = 0; rank < 4; rank++) {
            for (long moment : new long[] {0, 1_500_000_000L, 3_000_000_000L}) {
                double found = clocks.aligned(rank, ranks.shown(rank, 1_000_000_000 + moment));
                assertEquals((double) moment, found, 5_000, "rank " + rank + " at " + moment);
            }
            Ranks.Clock clock = clocks.clocks().get(rank);
            assertEquals(drifts[rank], clock.driftPartsPerMillion().orElseThrow(), 1);
            assertTrue(rank == 0 || clock.residualNanos().orElseThrow() < 1_000);
        }
    }

    @Test
    void bandwidthIsOfTheTimeInWhichDataMoves() {
        var ranks = new GeneratedRanks(4);
        for (int step = 0; step < 3; step++) {
            ranks.everybodyComputes(1_000)
                    .compute(3, "gemm", 500_000)
                    .collective("AllReduce", "tp", 1_000, 0, 1, 2, 3);
        }
        // 4000 bytes in 10 µs; an all-reduce of 4 moves 2 · 3/4 of it over each link.
        Ranks.Bandwidth found = ranks.compared().bandwidths().getFirst();
        assertEquals(new Ranks.Bandwidth("all_reduce", 4, 2_048, 3, 4e8, 6e8), found);
    }

    @Test
    void expertsAndExchangesThatAreUnevenAreTold() {
        var ranks = new GeneratedRanks(2);
        for (int step = 0; step < STEPS; step++) {
            ranks.everybodyComputes(10_000)
                    .exchange("ep", new long[] {30, 10}, new long[] {10, 30})
                    .compute(0, "expert", 10_000)
                    .compute(1, "expert", 30_000)
                    .exchange("ep", new long[] {10, 30}, new long[] {30, 10})
                    .everybodyComputes(1_000);
        }
        assertEquals(
                List.of(
                        new Ranks.Imbalance("bytes sent in all-to-all", "ep [0, 1]", 20, 0, 1),
                        new Ranks.Imbalance("bytes received in all-to-all", "ep [0, 1]", 20, 0, 1),
                        new Ranks.Imbalance(
                                "computing between all-to-alls", "ep [0, 1]", 10, 1, 1.5)),
                ranks.compared().imbalances());
    }

    @Test
    void whoReceivesWaitsForTheSender() {
        var ranks = new GeneratedRanks(2);
        for (int step = 0; step < STEPS; step++) {
            ranks.everybodyComputes(1_000)
                    .collective("AllReduce", "world", 8, 0, 1)
                    .compute(0, "layers", step == 0 ? 1_000 : 250_000)
                    .compute(1, "norm", 1_000)
                    .message(0, 1, 64);
        }
        Ranks compared = ranks.compared();
        Ranks.Late late = compared.late().getFirst();
        assertEquals("message 0 → 1", late.group());
        assertEquals(0, late.rank());
        assertEquals("layers", late.detail());
        assertEquals(249_000, late.medianLateNanos());
        // Nine receives waited that much longer than the first.
        assertEquals(9 * 249_000, compared.rows().get(1).waits().bubbleNanos());
    }

    @Test
    void kernelsThatDoNotSayTheirGroupCountForAllRanks() {
        var ranks = new GeneratedRanks(2).withoutGroups();
        for (int step = 0; step < STEPS; step++) {
            ranks.everybodyComputes(100_000)
                    .compute(1, "attention", 50_000)
                    .collective("AllReduce", "tp", 8, 0, 1);
        }
        Ranks compared = ranks.compared();
        assertEquals("not named [0, 1]", compared.groups().getFirst().name());
        assertEquals(1, compared.late().getFirst().rank());
        assertEquals(
                List.of(
                        "some communication does not say its group; it is taken to be of all ranks"),
                compared.remarks());
    }

    @Test
    void ranksThatAreMissingTwiceCutOrOfAnotherJobAreSaid() {
        var ranks = new GeneratedRanks(4);
        for (int step = 0; step < STEPS; step++) {
            ranks.everybodyComputes(100_000).collective("AllReduce", "tp", 8, 0, 1, 2, 3);
        }
        String json = ranks.json(1);
        var stranger = new GeneratedRanks(8);
        stranger.everybodyComputes(100_000);
        Ranks compared =
                RankComparisons.of(
                                List.of(
                                        ranks.record(0),
                                        GeneratedRanks.reduced(
                                                "rank1.json",
                                                json.substring(0, json.lastIndexOf("{\"ph\""))),
                                        GeneratedRanks.reduced("again-rank0.json", ranks.json(0)),
                                        GeneratedRanks.reduced("rank2.json", stranger.json(2))))
                        .orElseThrow();
        assertEquals(
                List.of(
                        "rank 2 is of another job and left out: it is one of 8 ranks, most are of 4"
                                + " (rank2.json)",
                        "rank 0 is there 2 times; compared is the one with the most communication,"
                                + " again-rank0.json",
                        "2 of 4 ranks are there; not rank 2, 3: who waited for those is not known",
                        "the capture of rank 1 breaks off: what came later is compared without"
                                + " it"),
                compared.remarks().subList(0, 4));
    }

    /// Tensor parallel in pairs, pipeline across them: the second stage is as slow in its pair as
    /// the first is quick, and only ranks of one group are held against each other.
    @Test
    void tensorPairsAndPipelineStagesOfFourRanksStayApart() {
        var ranks = new GeneratedRanks(4);
        for (int step = 0; step < STEPS; step++) {
            ranks.compute(0, "gemm", 100_000)
                    .compute(1, "gemm", 130_000)
                    .collective("AllReduce", "tp", 1 << 10, 0, 1)
                    .message(0, 2, 1 << 12)
                    .message(1, 3, 1 << 12)
                    .compute(2, "gemm", 740_000)
                    .compute(3, "gemm", 700_000)
                    .collective("AllReduce", "tp", 1 << 10, 2, 3);
        }
        Ranks compared = ranks.compared();
        assertEquals(
                List.of("message 0 → 2", "message 1 → 3", "tp [0, 1]", "tp [2, 3]"),
                compared.groups().stream().map(Ranks.Group::name).sorted().toList());
        for (Ranks.Group group : compared.groups()) {
            assertEquals(STEPS, group.matched(), group.name());
            assertEquals(0, group.holes(), group.name());
            assertEquals(2, group.ranks(), group.name());
        }
        for (Ranks.Collective each : compared.collectives()) {
            switch (each.group()) {
                case "tp [0, 1]" -> {
                    assertEquals(1, each.lastRank());
                    assertEquals(30_000, each.lateNanos());
                }
                case "tp [2, 3]" -> {
                    assertEquals(2, each.lastRank());
                    assertEquals(40_000, each.lateNanos());
                }
                default -> assertTrue(each.group().startsWith("message "), each.group());
            }
        }
    }

    @Test
    void ranksThatTwoToolsRecordedAreTakenFromOne() {
        var ranks = new GeneratedRanks(2);
        for (int step = 0; step < STEPS; step++) {
            ranks.everybodyComputes(100_000).collective("AllReduce", "tp", 8, 0, 1);
        }
        var shorter = new GeneratedRanks(2);
        shorter.everybodyComputes(100_000).collective("AllReduce", "tp", 8, 0, 1);
        Ranks compared =
                RankComparisons.of(
                                List.of(
                                        GeneratedRanks.reduced(
                                                "run/a/run.rank0.json", shorter.json(0)),
                                        GeneratedRanks.reduced(
                                                "run/a/run.rank1.json", shorter.json(1)),
                                        GeneratedRanks.reduced(
                                                "run/b/trace.rank0.json", ranks.json(0)),
                                        GeneratedRanks.reduced(
                                                "run/b/trace.rank1.json", ranks.json(1))))
                        .orElseThrow();
        assertEquals(
                List.of("run/b/trace.rank0.json", "run/b/trace.rank1.json"),
                compared.rows().stream().map(Ranks.Row::source).toList());
        assertEquals(
                List.of(
                        "ranks 0, 1 are there more than once; compared are those with the most"
                                + " communication, such as run/b/trace.rank0.json"),
                compared.remarks());
    }

    @Test
    void aSingleRankIsNoComparison() {
        var ranks = new GeneratedRanks(1).everybodyComputes(1_000);
        assertEquals(Optional.empty(), RankComparisons.of(ranks.records()));
    }
}
