package dev.llmprof.analysis.ncu;

import dev.llmprof.trace.ncu.NcuMetrics;
import java.util.List;
import java.util.OptionalDouble;

/// Which of several durations of one launch belongs to its counters: each pass runs the kernel
/// again, and rates are counts over the time of their own pass.
final class NcuDurations {
    private static final String DURATION = "gpu__time_duration.sum";

    /// A count and its rate, which give the time of the pass they were counted in.
    private static final List<String> COUNTS =
            List.of(
                    "dram__bytes.sum",
                    "dram__bytes_read.sum",
                    "dram__bytes_write.sum",
                    "lts__t_bytes.sum",
                    "sm__cycles_elapsed.avg",
                    "gpc__cycles_elapsed.avg");

    private NcuDurations() {}

    /// The duration nearest to the counters' time; empty where there is one only, or nothing to
    /// tell them apart.
    static OptionalDouble ofCounters(NcuMetrics launch) {
        double[] durations = launch.all(DURATION);
        if (durations.length < 2) {
            return OptionalDouble.empty();
        }
        for (String count : COUNTS) {
            double perSecond = launch.base(count + ".per_second").orElse(0);
            double counted = launch.base(count).orElse(0);
            if (perSecond > 0 && counted > 0) {
                return OptionalDouble.of(nearest(durations, 1e9 * counted / perSecond));
            }
        }
        return OptionalDouble.empty();
    }

    private static double nearest(double[] durations, double nanos) {
        double best = durations[0];
        for (double duration : durations) {
            best = Math.abs(duration - nanos) < Math.abs(best - nanos) ? duration : best;
        }
        return best;
    }
}
