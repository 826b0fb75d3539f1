package dev.llmprof.analysis.phase;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/// One step and what it took. Its time is that of the GPU work it launched, whenever that ran; the
/// host's time beside it says how long enqueueing took.
///
/// `periodNanos` goes from its first GPU event to that of the next step on its thread, without a
/// GPU from one start on the host to the next; `steady` where that one is of the same kind.
public record TimedStep(
        long index,
        String name,
        StepFacts facts,
        long startNanos,
        long hostNanos,
        long launches,
        Work gpu,
        OptionalLong periodNanos,
        boolean steady) {

    /// The GPU work launched in a step: when it began, the sum of durations, how long at least one
    /// of them ran, and from first start to last end.
    public record Work(
            long startNanos, long events, long sumNanos, long busyNanos, long spanNanos) {
        static final Work NONE = new Work(0, 0, 0, 0, 0);
    }

    public boolean onGpu() {
        return gpu.events() > 0;
    }

    /// From first to last GPU event; the host's time where there is no GPU work.
    public long spanNanos() {
        return onGpu() ? gpu.spanNanos() : hostNanos;
    }

    public long busyNanos() {
        return onGpu() ? gpu.busyNanos() : hostNanos;
    }

    /// From start to start; the last of a run, which has no next, by its span.
    public long takenNanos() {
        return periodNanos.orElse(spanNanos());
    }

    /// Of the time to the next step, else of its span; empty without a GPU.
    public OptionalDouble idleShare() {
        long whole = periodNanos.orElse(gpu.spanNanos());
        return onGpu() && whole > 0
                ? OptionalDouble.of(Math.max(0, 1 - (double) gpu.busyNanos() / whole))
                : OptionalDouble.empty();
    }
}
