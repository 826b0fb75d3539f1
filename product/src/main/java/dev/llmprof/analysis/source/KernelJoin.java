package dev.llmprof.analysis.source;

import dev.llmprof.analysis.ncu.KernelCounters;
import java.util.List;

/// One kernel as every source saw it, under the name of the source that timed it.
///
/// `times` has one entry for each source: two that disagree are both shown, never averaged. ncu may
/// have profiled it with several launch shapes, each of which has its `counters`.
public record KernelJoin(String name, List<Time> times, List<KernelCounters> counters) {
    public KernelJoin {
        times = List.copyOf(times);
        counters = List.copyOf(counters);
    }

    /// What one source measured; `share` is of all kernel time of that source.
    public record Time(String tool, String source, long count, long nanos, double share) {}

    /// Of the first source that timed it; none where only ncu saw it.
    public double share() {
        return times.isEmpty() ? 0 : times.getFirst().share();
    }
}
