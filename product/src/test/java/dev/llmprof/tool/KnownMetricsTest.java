package dev.llmprof.tool;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnownMetricsTest {
    private final KnownMetrics metrics =
            new KnownMetrics(
                    List.of("sm__throughput", "smsp__inst_executed", "dram__bytes_read"),
                    List.of("inst_executed", "sm__maximum_warps_avg_per_active_cycle"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sm__throughput.avg.pct_of_peak_sustained_elapsed",
                "dram__bytes_read.sum",
                "sm__maximum_warps_avg_per_active_cycle",
                "inst_executed",
                "launch__registers_per_thread",
                "regex:sm__inst_.*",
                "group:memory__chart",
                "breakdown:sm__throughput.avg.pct_of_peak_sustained_elapsed",
                "pmsampling:dram__read_throughput.avg",
                "smsp__pcsamp_warps_issue_stalled_barrier",
                "device__attribute_multiprocessor_count",
                "derived__memory_l1_wavefronts_shared_excessive",
                "nvlink__count_physical"
            })
    void whatNcuTakesPasses(String metric) {
        assertTrue(metrics.knows(metric));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sm__troughput.avg", "flop_count_hp", "smsp__inst_exectued.sum"})
    void whatTheListsWouldHaveIsUnknown(String metric) {
        assertFalse(metrics.knows(metric));
    }

    @Test
    void anNcuThatDoesNotSayWhatItKnowsGetsEverything() {
        assertTrue(new KnownMetrics(List.of(), List.of()).knows("sm__troughput.avg"));
    }
}
