package dev.llmprof.analysis.rank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.llmprof.trace.RankGroup;
import java.util.List;
import org.junit.jupiter.api.Test;

class RankRecordTest {
    private static final List<RankRecord> MET = met();

    private static List<RankRecord> met() {
        var ranks = new GeneratedRanks(2);
        for (int step = 0; step < 3; step++) {
            ranks.everybodyComputes(1_000).collective("AllReduce", "tp", 1, 0, 1);
        }
        return ranks.records();
    }

    @Test
    void whoCommunicatesInAGroupIsOfItThoughNobodyIsListed() {
        List<RankGroup> nobody = List.of(new RankGroup("tp0", "tp", "nccl", List.of()));
        Ranks compared =
                RankComparisons.of(MET.stream().map(each -> with(each, nobody)).toList())
                        .orElseThrow();
        assertEquals(3, compared.groups().getFirst().matched());
    }

    /// The first rank takes part and is not listed, so it is found after the others.
    @Test
    void whoTakesPartUnlistedIsJudgedLikeTheOthers() {
        List<RankGroup> other = List.of(new RankGroup("tp0", "tp", "nccl", List.of(1)));
        Ranks compared =
                RankComparisons.of(MET.stream().map(each -> with(each, other)).toList())
                        .orElseThrow();
        assertEquals(3, compared.groups().getFirst().matched());
        assertEquals(2, compared.rows().getFirst().waits().judged());
    }

    @Test
    void anIntervalIsOfACollectiveThatIsThere() {
        RankRecord whole = MET.getFirst();
        RankCollectives none = new GeneratedRanks(1).compute(0, "gemm", 1).record(0).collectives();
        assertThrows(
                IllegalArgumentException.class,
                () ->
                        new RankRecord(
                                whole.facts(),
                                whole.groups(),
                                none,
                                whole.intervals(),
                                whole.kernels()));
    }

    @Test
    void aCollectiveIsOfAListedGroup() {
        assertThrows(IllegalArgumentException.class, () -> with(MET.getFirst(), List.of()));
    }

    private static RankRecord with(RankRecord record, List<RankGroup> groups) {
        return new RankRecord(
                record.facts(), groups, record.collectives(), record.intervals(), record.kernels());
    }
}
