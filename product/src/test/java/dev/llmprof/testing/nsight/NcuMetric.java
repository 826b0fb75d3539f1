package dev.llmprof.testing.nsight;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A metric as ncu's own list has it: its name and base unit, and where the details page shows it,
/// under which label in 2022 and which in 2025. `section` is empty where that page does not.
public record NcuMetric(
        String key, String name, String unit, String section, String label, String laterLabel) {
    static final String SPEED = "GPU Speed Of Light Throughput";
    static final String MEMORY = "Memory Workload Analysis";
    static final String OCCUPANCY = "Occupancy";

    /// Of the pages that `--metrics` adds to.
    static final String ASKED = "Command line profiler metrics";

    private static final String LIST =
            """
            nanos     | gpu__time_duration.sum | nsecond | SPEED | Duration | Duration
            sm        | sm__throughput.avg.pct_of_peak_sustained_elapsed | % | SPEED | Compute (SM) [%] | Compute (SM) Throughput
            dram      | gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed | % | SPEED | DRAM Throughput | DRAM Throughput
            memory    | gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed | % | SPEED | Memory [%] | Memory Throughput
            l1        | l1tex__throughput.avg.pct_of_peak_sustained_active | % | SPEED | L1/TEX Cache Throughput | L1/TEX Cache Throughput
            l2        | lts__throughput.avg.pct_of_peak_sustained_elapsed | % | SPEED | L2 Cache Throughput | L2 Cache Throughput
            dramHz    | dram__cycles_elapsed.avg.per_second | cycle/second | SPEED | DRAM Frequency | DRAM Frequency
            gpcHz     | gpc__cycles_elapsed.avg.per_second | cycle/second | SPEED | SM Frequency | SM Frequency
            cycles    | gpc__cycles_elapsed.max | cycle | SPEED | Elapsed Cycles | Elapsed Cycles
            busy      | gpu__compute_memory_access_throughput.avg.pct_of_peak_sustained_elapsed | % | MEMORY | Mem Busy | Mem Busy
            bandwidth | gpu__compute_memory_request_throughput.avg.pct_of_peak_sustained_elapsed | % | MEMORY | Max Bandwidth | Max Bandwidth
            rate      | dram__bytes.sum.per_second | byte/second | MEMORY | Memory Throughput | Memory Throughput
            l1hit     | l1tex__t_sector_hit_rate.pct | % | MEMORY | L1/TEX Hit Rate | L1/TEX Hit Rate
            l2hit     | lts__t_sector_hit_rate.pct | % | MEMORY | L2 Hit Rate | L2 Hit Rate
            achieved  | sm__warps_active.avg.pct_of_peak_sustained_active | % | OCCUPANCY | Achieved Occupancy | Achieved Occupancy
            possible  | sm__maximum_warps_per_active_cycle_pct | % | OCCUPANCY | Theoretical Occupancy | Theoretical Occupancy
            registers | launch__occupancy_limit_registers | block | OCCUPANCY | Block Limit Registers | Block Limit Registers
            shared    | launch__occupancy_limit_shared_mem | block | OCCUPANCY | Block Limit Shared Mem | Block Limit Shared Mem
            warps     | launch__occupancy_limit_warps | block | OCCUPANCY | Block Limit Warps | Block Limit Warps
            ops       | sm__ops_path_tensor_src_bf16_dst_fp32.sum | | ASKED | sm__ops_path_tensor_src_bf16_dst_fp32.sum | sm__ops_path_tensor_src_bf16_dst_fp32.sum
            read      | dram__bytes_read.sum | byte | ASKED | dram__bytes_read.sum | dram__bytes_read.sum
            written   | dram__bytes_write.sum | byte | ASKED | dram__bytes_write.sum | dram__bytes_write.sum
            half      | flop_count_hp.sum | | ASKED | flop_count_hp.sum | flop_count_hp.sum
            dramPeak  | dram__bytes.sum.peak_sustained | byte/cycle | | |
            smHz      | smsp__cycles_elapsed.avg.per_second | cycle/second | | |
            ffma      | smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed | inst/cycle | | |
            fadd      | smsp__sass_thread_inst_executed_op_fadd_pred_on.sum.per_cycle_elapsed | inst/cycle | | |
            fmul      | smsp__sass_thread_inst_executed_op_fmul_pred_on.sum.per_cycle_elapsed | inst/cycle | | |
            dfma      | smsp__sass_thread_inst_executed_op_dfma_pred_on.sum.per_cycle_elapsed | inst/cycle | | |
            dadd      | smsp__sass_thread_inst_executed_op_dadd_pred_on.sum.per_cycle_elapsed | inst/cycle | | |
            dmul      | smsp__sass_thread_inst_executed_op_dmul_pred_on.sum.per_cycle_elapsed | inst/cycle | | |
            ffmaPeak  | sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained | inst/cycle | | |
            dfmaPeak  | sm__sass_thread_inst_executed_op_dfma_pred_on.sum.peak_sustained | inst/cycle | | |
            perThread | launch__registers_per_thread | register/thread | | |
            block     | launch__shared_mem_per_block_dynamic | byte/block | | |
            config    | launch__shared_mem_config_size | byte | | |
            threads   | launch__thread_count | thread | | |
            cache     | launch__func_cache_config | | | |
            counters  | launch__function_pcs | | | |
            device    | device__attribute_display_name | | | |
            major     | device__attribute_compute_capability_major | | | |
            minor     | device__attribute_compute_capability_minor | | | |
            links     | nvlink__source_ports | | | |
            """;

    /// By their short keys, which the descriptions use.
    static final Map<String, NcuMetric> ALL =
            LIST.lines()
                    .map(NcuMetric::of)
                    .collect(Collectors.toMap(NcuMetric::key, Function.identity()));

    private static NcuMetric of(String line) {
        List<String> cells = List.of(line.split("\\|", -1)).stream().map(String::strip).toList();
        String section =
                switch (cells.get(3)) {
                    case "SPEED" -> SPEED;
                    case "MEMORY" -> MEMORY;
                    case "OCCUPANCY" -> OCCUPANCY;
                    case "ASKED" -> ASKED;
                    default -> "";
                };
        return new NcuMetric(
                cells.get(0), cells.get(1), cells.get(2), section, cells.get(4), cells.get(5));
    }
}
