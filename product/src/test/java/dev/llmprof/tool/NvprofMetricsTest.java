package dev.llmprof.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NvprofMetricsTest {

    @Test
    void aSumOfCountersBecomesTheCounters() {
        assertEquals(
                Optional.of(
                        List.of(
                                "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum",
                                "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum",
                                "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum")),
                NvprofMetrics.counted("flop_count_sp"));
    }

    @Test
    void oneOperationIsOneCounter() {
        assertEquals(
                Optional.of(List.of("smsp__sass_thread_inst_executed_op_dfma_pred_on.sum")),
                NvprofMetrics.counted("flop_count_dp_fma"));
    }

    @Test
    void whatNcuHasNoCounterForIsNothing() {
        assertEquals(Optional.of(List.of()), NvprofMetrics.counted("flop_count_sp_special"));
    }

    @Test
    void aNameOfNcusOwnIsLeftAsItIs() {
        assertEquals(Optional.empty(), NvprofMetrics.counted("gpu__time_duration.sum"));
    }
}
