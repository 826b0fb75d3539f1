package dev.llmprof.analysis.prediction;

import dev.llmprof.analysis.workload.PhaseUtilisation.DevicePeaks;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/// Steps of one kind together: all that those with a bound did over all of their time, taken from
/// start to start where any was. `basis` is what most bounds rest on, `above` counts the steps that
/// beat theirs, which is our error.
public record KindRoofline(
        String kind,
        long steps,
        long bounded,
        Optional<StepBasis> basis,
        double boundNanos,
        double measuredNanos,
        OptionalDouble mfu,
        OptionalDouble mbu,
        double flopsPerByte,
        OptionalDouble idleShare,
        long above) {

    static KindRoofline of(List<StepRoofline> steps, DevicePeaks peaks) {
        List<StepRoofline> bounded =
                steps.stream()
                        .filter(each -> each.bound().isPresent() && each.measuredNanos() > 0)
                        .toList();
        List<StepRoofline> alike = timedAlike(bounded);
        double nanos = alike.stream().mapToDouble(StepRoofline::measuredNanos).sum();
        double flops =
                alike.stream().mapToDouble(each -> each.bound().orElseThrow().tensorFlops()).sum();
        double bytes = alike.stream().mapToDouble(each -> each.bound().orElseThrow().bytes()).sum();
        return new KindRoofline(
                steps.getFirst().step().facts().kind().label(),
                steps.size(),
                bounded.size(),
                basis(bounded),
                alike.stream().mapToDouble(each -> each.bound().orElseThrow().nanos()).sum(),
                nanos,
                rate(flops, nanos, peaks.flopsPerSecond()),
                rate(bytes, nanos, peaks.bytesPerSecond()),
                bytes == 0 ? 0 : flops / bytes,
                idle(steps),
                bounded.stream().filter(StepRoofline::aboveBound).count());
    }

    /// The last step has no next one, and what it took is not what the others took.
    private static List<StepRoofline> timedAlike(List<StepRoofline> bounded) {
        List<StepRoofline> steady = bounded.stream().filter(each -> each.step().steady()).toList();
        return steady.isEmpty() ? bounded : steady;
    }

    private static OptionalDouble rate(double work, double nanos, double perSecond) {
        return nanos > 0 && perSecond > 0
                ? OptionalDouble.of(1e9 * work / (nanos * perSecond))
                : OptionalDouble.empty();
    }

    private static Optional<StepBasis> basis(List<StepRoofline> bounded) {
        Map<StepBasis, Long> counts =
                bounded.stream()
                        .collect(
                                Collectors.groupingBy(
                                        each -> each.bound().orElseThrow().basis(),
                                        () -> new EnumMap<>(StepBasis.class),
                                        Collectors.counting()));
        return counts.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
    }

    /// Of their time together.
    private static OptionalDouble idle(List<StepRoofline> steps) {
        double whole = 0;
        double busy = 0;
        for (StepRoofline each : steps) {
            if (each.step().onGpu()) {
                whole += each.step().takenNanos();
                busy += Math.min(each.step().busyNanos(), each.step().takenNanos());
            }
        }
        return whole > 0 ? OptionalDouble.of(1 - busy / whole) : OptionalDouble.empty();
    }

    public OptionalDouble timesBound() {
        return boundNanos > 0
                ? OptionalDouble.of(measuredNanos / boundNanos)
                : OptionalDouble.empty();
    }
}
