package dev.llmprof.analysis.plan;

import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.analysis.ncu.NcuFact;
import dev.llmprof.trace.ncu.NcuLaunch;
import dev.llmprof.trace.ncu.NcuProfile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/// What ncu measured of the classes that were planned, each launch standing for its class: shares
/// are of all kernel time, from 0 to 1.
public record NcuCoverage(
        double plannedShare, double predictedMinutes, List<MeasuredClass> classes) {
    public static final NcuCoverage NONE = new NcuCoverage(0, 0, List.of());

    public NcuCoverage {
        classes = List.copyOf(classes);
    }

    /// A class as the plan has it.
    public record PlannedClass(
            String kernel, String grid, String block, long launches, double share) {}

    /// The means of the launches that ncu profiled of it; none where its number was another's.
    public record MeasuredClass(
            PlannedClass planned,
            long measured,
            OptionalDouble nanos,
            OptionalDouble smThroughput,
            OptionalDouble dramThroughput) {}

    public static NcuCoverage of(
            double plannedShare,
            double predictedMinutes,
            List<PlannedClass> planned,
            Collection<NcuProfile> profiles) {
        List<MeasuredClass> classes = new ArrayList<>();
        for (PlannedClass each : planned) {
            List<NcuLaunch> launches =
                    profiles.stream()
                            .flatMap(profile -> profile.launches().stream())
                            .filter(launch -> isOf(each, launch))
                            .toList();
            classes.add(
                    new MeasuredClass(
                            each,
                            launches.size(),
                            mean(launches, NcuFact.DURATION, 1),
                            mean(launches, NcuFact.SM_THROUGHPUT, .01),
                            mean(launches, NcuFact.DRAM_THROUGHPUT, .01)));
        }
        return new NcuCoverage(plannedShare, predictedMinutes, classes);
    }

    /// Of the kernel time, by the classes that were measured.
    public double coveredShare() {
        return classes.stream()
                .filter(each -> each.measured() > 0)
                .mapToDouble(each -> each.planned().share())
                .sum();
    }

    /// The mean over the classes that have it, each by its share of the time.
    public OptionalDouble spread(Function<MeasuredClass, OptionalDouble> value) {
        double sum = 0;
        double weight = 0;
        for (MeasuredClass each : classes) {
            if (value.apply(each).isPresent()) {
                sum += each.planned().share() * value.apply(each).getAsDouble();
                weight += each.planned().share();
            }
        }
        return weight > 0 ? OptionalDouble.of(sum / weight) : OptionalDouble.empty();
    }

    private static boolean isOf(PlannedClass planned, NcuLaunch launch) {
        return !launch.isRange()
                && planned.grid().equals(launch.grid().toString())
                && planned.block().equals(launch.block().toString())
                && KernelNames.function(planned.kernel())
                        .equals(KernelNames.function(launch.kernel().demangled()));
    }

    private static OptionalDouble mean(List<NcuLaunch> launches, NcuFact fact, double factor) {
        return launches.stream()
                .map(launch -> fact.of(launch.metrics()))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(value -> value.getAsDouble() * factor)
                .average();
    }
}
