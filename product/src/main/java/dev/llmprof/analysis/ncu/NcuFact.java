package dev.llmprof.analysis.ncu;

import dev.llmprof.trace.ncu.NcuMetrics;
import java.util.List;
import java.util.OptionalDouble;

/// What is asked of every profiled kernel, by ncu's metric and by its labels on the details page.
///
/// `column` is the name in tables, which carries the unit; a base value divided by `unit` is the
/// table's.
@SuppressWarnings("ImmutableEnumChecker") // the lists are those of List.of
public enum NcuFact {
    SM_THROUGHPUT(
            "sm_throughput_pct",
            1,
            Section.SPEED,
            List.of("Compute (SM) Throughput", "Compute (SM) [%]", "SM [%]"),
            List.of("sm__throughput.avg.pct_of_peak_sustained_elapsed")),
    DRAM_THROUGHPUT(
            "dram_throughput_pct",
            1,
            Section.SPEED,
            List.of("DRAM Throughput"),
            List.of(
                    "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed",
                    "dram__throughput.avg.pct_of_peak_sustained_elapsed")),
    MEMORY_THROUGHPUT(
            "mem_throughput_pct",
            1,
            Section.SPEED,
            List.of("Memory Throughput", "Memory [%]"),
            List.of("gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed")),
    L1_THROUGHPUT(
            "l1tex_throughput_pct",
            1,
            Section.SPEED,
            List.of("L1/TEX Cache Throughput"),
            List.of("l1tex__throughput.avg.pct_of_peak_sustained_active")),
    L2_THROUGHPUT(
            "l2_throughput_pct",
            1,
            Section.SPEED,
            List.of("L2 Cache Throughput"),
            List.of("lts__throughput.avg.pct_of_peak_sustained_elapsed")),
    DURATION(
            "duration_us",
            1e3,
            Section.SPEED,
            List.of("Duration"),
            List.of("gpu__time_duration.sum")),
    MEMORY_BUSY(
            "mem_busy_pct",
            1,
            Section.MEMORY,
            List.of("Mem Busy"),
            List.of("gpu__compute_memory_access_throughput.avg.pct_of_peak_sustained_elapsed")),
    MAX_BANDWIDTH(
            "max_bandwidth_pct",
            1,
            Section.MEMORY,
            List.of("Max Bandwidth"),
            List.of("gpu__compute_memory_request_throughput.avg.pct_of_peak_sustained_elapsed")),
    DRAM_BYTES_PER_SECOND(
            "memory_throughput_gbs",
            1e9,
            Section.MEMORY,
            List.of("Memory Throughput"),
            List.of("dram__bytes.sum.per_second")),
    L1_HIT_RATE(
            "l1tex_hit_rate_pct",
            1,
            Section.MEMORY,
            List.of("L1/TEX Hit Rate"),
            List.of("l1tex__t_sector_hit_rate.pct")),
    L2_HIT_RATE(
            "l2_hit_rate_pct",
            1,
            Section.MEMORY,
            List.of("L2 Hit Rate"),
            List.of("lts__t_sector_hit_rate.pct")),
    ACHIEVED_OCCUPANCY(
            "achieved_occupancy_pct",
            1,
            Section.OCCUPANCY,
            List.of("Achieved Occupancy"),
            List.of("sm__warps_active.avg.pct_of_peak_sustained_active")),
    THEORETICAL_OCCUPANCY(
            "theoretical_occupancy_pct",
            1,
            Section.OCCUPANCY,
            List.of("Theoretical Occupancy"),
            List.of("sm__maximum_warps_per_active_cycle_pct"));

    private static final class Section {
        static final String SPEED = "GPU Speed Of Light Throughput";
        static final String MEMORY = "Memory Workload Analysis";
        static final String OCCUPANCY = "Occupancy";
    }

    private final String column;
    private final double unit;
    private final String section;
    private final List<String> labels;
    private final List<String> metrics;

    NcuFact(String column, double unit, String section, List<String> labels, List<String> metrics) {
        this.column = column;
        this.unit = unit;
        this.section = section;
        this.labels = labels;
        this.metrics = metrics;
    }

    public String column() {
        return column;
    }

    /// Of the table, from a base value.
    public double inColumnUnit(double base) {
        return base / unit;
    }

    /// The value in base units: percent, nanoseconds, bytes a second.
    public OptionalDouble of(NcuMetrics launch) {
        if (this == DURATION) {
            OptionalDouble counted = NcuDurations.ofCounters(launch);
            if (counted.isPresent()) {
                return counted;
            }
        }
        for (String metric : metrics) {
            OptionalDouble found = launch.base(metric);
            if (found.isPresent()) {
                return found;
            }
        }
        for (String label : labels) {
            OptionalDouble found = launch.base(section, label);
            if (found.isPresent()) {
                return found;
            }
        }
        return OptionalDouble.empty();
    }
}
