package dev.llmprof.tool;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Names that ncu's predecessor had, and what ncu counts for them, as NVIDIA's own table of both
/// has it. A sum of several counters becomes the counters.
public final class NvprofMetrics {
    private static final Pattern FLOPS =
            Pattern.compile("flop_count_([hsd])p(?:_(add|mul|fma|special))?");
    private static final Map<String, String> PRECISION = Map.of("h", "h", "s", "f", "d", "d");
    private static final Map<String, String> SAME =
            Map.of(
                    "achieved_occupancy", "sm__warps_active.avg.pct_of_peak_sustained_active",
                    "dram_read_bytes", "dram__bytes_read.sum",
                    "dram_write_bytes", "dram__bytes_write.sum",
                    "dram_read_throughput", "dram__bytes_read.sum.per_second",
                    "dram_write_throughput", "dram__bytes_write.sum.per_second",
                    "dram_utilization", "dram__throughput.avg.pct_of_peak_sustained_elapsed",
                    "sm_efficiency", "smsp__cycles_active.avg.pct_of_peak_sustained_elapsed",
                    "ipc", "sm__inst_executed.avg.per_cycle_active",
                    "warp_execution_efficiency",
                            "smsp__thread_inst_executed_per_inst_executed.ratio");

    private NvprofMetrics() {}

    /// What ncu counts for it; nothing where ncu has no such counter, empty where it is no name of
    /// nvprof's.
    public static Optional<List<String>> counted(String metric) {
        Matcher flops = FLOPS.matcher(metric);
        if (flops.matches()) {
            return Optional.of(flops(flops.group(1), Optional.ofNullable(flops.group(2))));
        }
        return Optional.ofNullable(SAME.get(metric)).map(List::of);
    }

    private static List<String> flops(String precision, Optional<String> operation) {
        Stream<String> operations =
                operation.map(Stream::of).orElseGet(() -> Stream.of("add", "mul", "fma"));
        return operations
                .filter(each -> !each.equals("special"))
                .map(each ->
                        "smsp__sass_thread_inst_executed_op_"
                                + PRECISION.get(precision)
                                + each
                                + "_pred_on.sum")
                .toList();
    }
}
