package dev.llmprof.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ParallelRankTest {

    @Test
    void readsTheNamesOfVllm() {
        assertEquals(
                Map.of("dp", 0, "pp", 1, "tp", 3, "dcp", 0, "ep", 3, "rank", 7),
                ParallelRank.of(
                                "run/dp0_pp1_tp3_dcp0_ep3_rank7.1773709742341309550.pt.trace.json.gz")
                        .orElseThrow()
                        .places());
    }

    @Test
    void readsTheNamesOfSglang() {
        assertEquals(
                Map.of("tp", 1, "dp", 0, "ep", 2),
                ParallelRank.of("decode-1763311-TP-1-DP-0-EP-2-DECODE.trace.json.gz")
                        .orElseThrow()
                        .places());
    }

    @Test
    void aRankAloneAndOtherWordsSayNothingOfHowAModelIsDivided() {
        assertEquals(Optional.empty(), ParallelRank.of("tp4/rank-0.Apr_03.pt.trace.json"));
        assertEquals(Optional.empty(), ParallelRank.of("step10_https2_sweep5.json"));
    }
}
