package dev.llmprof.analysis.prediction;

import dev.llmprof.analysis.phase.StepKind;
import dev.llmprof.analysis.phase.TimedStep;
import dev.llmprof.analysis.workload.PhaseUtilisation.DevicePeaks;
import java.util.Optional;
import java.util.OptionalDouble;

/// One step beside its bound; `missing` says what a bound would take where there is none.
public record StepRoofline(
        TimedStep step, Optional<StepBound> bound, String missing, DevicePeaks peaks) {

    /// What the step took: from start to start where the next is of its kind. Else its span, but a
    /// decode step's may hold a wait for what ran before it, so that its busy time counts.
    public static double measuredNanos(TimedStep step) {
        if (step.facts().kind() == StepKind.PREFILL) {
            return step.spanNanos();
        }
        if (step.steady()) {
            return step.takenNanos();
        }
        return switch (step.facts().kind()) {
            case DECODE, VERIFY, DRAFT -> step.busyNanos();
            case PREFILL, MIXED, IDLE, CAPTURE, UNKNOWN -> step.spanNanos();
        };
    }

    public double measuredNanos() {
        return measuredNanos(step);
    }

    /// Model FLOPs utilisation, 0 to 1.
    public OptionalDouble mfu() {
        return rate(bound.map(StepBound::tensorFlops), peaks.flopsPerSecond());
    }

    /// Model bandwidth utilisation, 0 to 1.
    public OptionalDouble mbu() {
        return rate(bound.map(StepBound::bytes), peaks.bytesPerSecond());
    }

    private OptionalDouble rate(Optional<Double> work, double perSecond) {
        return work.isPresent() && measuredNanos() > 0
                ? OptionalDouble.of(1e9 * work.get() / (perSecond * measuredNanos()))
                : OptionalDouble.empty();
    }

    /// How many times its bound it took.
    public OptionalDouble timesBound() {
        return bound.isPresent() && bound.get().nanos() > 0 && measuredNanos() > 0
                ? OptionalDouble.of(measuredNanos() / bound.get().nanos())
                : OptionalDouble.empty();
    }

    /// Nothing is faster than its bound: then the peak, the model or the clock we assume is wrong.
    public boolean aboveBound() {
        return timesBound().orElse(1) < 1 || mfu().orElse(0) > 1 || mbu().orElse(0) > 1;
    }
}
