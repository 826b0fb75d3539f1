package dev.llmprof.analysis.rank;

import dev.llmprof.analysis.breakdown.GpuTimeline;

/// Who a rank is and what it did in sum. `rank` is [#UNNUMBERED] where only `place` tells ranks
/// apart; `host` and `device` are empty where the capture does not name them; `whole` says that the
/// capture was read to its end. `named` says that only the file's name tells the rank. The timeline
/// is that of its GPUs, or without any that of its operators.
public record RankFacts(
        int rank,
        String place,
        boolean named,
        String source,
        String host,
        String device,
        int worldSize,
        String backend,
        boolean whole,
        long kernels,
        long baseNanos,
        GpuTimeline timeline) {
    static final int UNNUMBERED = -1;

    RankFacts numbered(int number) {
        return new RankFacts(
                number, place, named, source, host, device, worldSize, backend, whole, kernels,
                baseNanos, timeline);
    }
}
