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

    /// What one source measured, on which `machine` where it says; `share` is of all kernel time of
    /// that source.
    public record Time(
            String tool, String source, String machine, long count, long nanos, double share) {
        /// Another tool's time of the same work, as far as both say where it ran.
        boolean comparesWith(Time other) {
            boolean elsewhere =
                    !machine.isEmpty()
                            && !other.machine.isEmpty()
                            && !machine.equals(other.machine);
            return !tool.equals(other.tool) && !elsewhere;
        }
    }

    /// Of the first source that timed it; none where only ncu saw it.
    public double share() {
        return times.isEmpty() ? 0 : times.getFirst().share();
    }
}
