package dev.llmprof.analysis.rank;

import dev.llmprof.analysis.breakdown.GpuTimeline;
import dev.llmprof.analysis.breakdown.KernelBreakdown;
import dev.llmprof.table.LongColumn;
import java.util.Map;

/// What is kept of one rank when its trace is gone: its timeline, and every communication kernel's
/// time in order.
public record RankProfile(
        String rank,
        String source,
        GpuTimeline timeline,
        KernelBreakdown kernels,
        Map<String, LongColumn> collectives) {}
