package dev.llmprof.analysis;

import java.util.Locale;

/// Something to try, resting on numbers of this run. Sealed, so that every report has words for it.
public sealed interface Advice {

    /// The part of the run's time it is about, from 0 to 1.
    double share();

    /// `host_wait` for [HostWait].
    default String kind() {
        return getClass()
                .getSimpleName()
                .replaceAll("(?<=[a-z])(?=[A-Z])", "_")
                .toLowerCase(Locale.ROOT);
    }

    /// The GPU ran dry because launches came late.
    record HostWait(String stream, long nanos, long gaps, double share) implements Advice {}

    /// Short gaps between kernels that were already queued.
    record LaunchGaps(String stream, long nanos, long gaps, double share) implements Advice {}

    /// Kernels shorter than the call that launched them.
    record ShortKernels(long kernels, long launches, double share) implements Advice {}

    /// One kernel dominates.
    record HotKernel(String name, long nanos, double share) implements Advice {}

    /// Much time in kernels that fusing would save.
    record Unfused(long nanos, long kernels, double share) implements Advice {}

    /// Matrix products on the vector units.
    record SinglePrecision(String name, long nanos, double share) implements Advice {}

    /// Copies that nothing overlaps.
    record ExposedCopies(long nanos, double share) implements Advice {}

    /// Communication that nothing overlaps.
    record ExposedCommunication(long nanos, double share) implements Advice {}

    /// GPU time that no operator is known for.
    record Unattributed(long nanos, double share) implements Advice {}

    /// A phase whose bound is memory traffic.
    record MemoryBound(
            String phase,
            double measuredNanos,
            double boundNanos,
            double flopsPerByte,
            double ridge,
            double share)
            implements Advice {}

    /// A phase far above its bound.
    record AboveBound(String phase, double measuredNanos, double boundNanos, double share)
            implements Advice {}

    /// A kernel that multiplies matrices hardly uses the units made for it.
    record TensorCoresIdle(String kernel, double tensorPercent, double share) implements Advice {}

    /// Few warps are resident in a kernel that has much of the time; `limiter` is the resource that
    /// allows no more, `advice` what ncu says of it, either may be empty.
    record LowOccupancy(
            String kernel, double occupancyPercent, String limiter, String advice, double share)
            implements Advice {}
}
