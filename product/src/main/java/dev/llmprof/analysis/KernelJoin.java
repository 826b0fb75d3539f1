package dev.llmprof.analysis;

import java.util.List;
import java.util.Optional;

/// One kernel as every source saw it, under the name of the source that timed it.
///
/// `times` holds one entry for each capture: two that disagree are both shown, never averaged.
public record KernelJoin(String name, List<Time> times, Optional<Counters> counters) {
    public KernelJoin {
        times = List.copyOf(times);
    }

    /// What one capture measured; `share` is of that capture's kernel time.
    public record Time(String tool, String source, long count, long nanos, double share) {}

    /// What ncu's counters say, averaged over the launches it profiled.
    public record Counters(
            int launches,
            double durationNanos,
            double computePercent,
            double memoryPercent,
            double dramPercent,
            double l1Percent,
            double l2Percent,
            double occupancyPercent,
            double flopsPerByte,
            double flopsPerSecond,
            String bound,
            List<String> advice) {
        public Counters {
            advice = List.copyOf(advice);
        }
    }

    public Optional<Time> time() {
        return times.stream().findFirst();
    }
}
