package dev.llmprof.analysis.rank;

import dev.llmprof.analysis.breakdown.GpuTimeline;
import dev.llmprof.analysis.breakdown.KernelBreakdown;
import dev.llmprof.table.LongColumn;
import java.util.Map;

/// What is kept of one rank when its trace is gone: its timeline, and every communication kernel's
/// occurrences in order. `device` is empty where the trace does not say it.
public record RankProfile(
        String rank,
        String source,
        String device,
        GpuTimeline timeline,
        KernelBreakdown kernels,
        Map<String, Occurrences> collectives) {

    /// The occurrences of one kernel, in the order of their starts.
    record Occurrences(LongColumn endNanos, LongColumn durationNanos) {
        static final Occurrences NONE = new Occurrences(LongColumn.of(), LongColumn.of());

        int size() {
            return endNanos.size();
        }
    }
}
