package dev.llmprof.analysis.advice;

import dev.llmprof.analysis.kernel.KernelCategories;
import dev.llmprof.analysis.kernel.KernelCategory;
import dev.llmprof.analysis.ncu.KernelCounters;
import dev.llmprof.analysis.ncu.NcuFact;
import dev.llmprof.analysis.source.KernelJoin;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// What ncu's counters show of a kernel that has some of the time. How much faster it would be they
/// do not say.
final class CounterAdvice {
    private static final double KERNEL_WORTH_COUNTERS = .05;
    private static final double OCCUPANCY_PERCENT = 40;
    private static final double RESOURCE_PERCENT = 60;
    private static final double TENSOR_PERCENT = 5;

    /// A product with one vector has no work for them.
    private static final Pattern VECTOR = Pattern.compile("gemv", Pattern.CASE_INSENSITIVE);

    private CounterAdvice() {}

    static List<Advice> of(KernelJoin join) {
        List<Advice> found = new ArrayList<>();
        if (join.share() < KERNEL_WORTH_COUNTERS) {
            return found;
        }
        join.counters().stream()
                .filter(counters -> counters.limits().tensorPercent().isPresent())
                .findFirst()
                .ifPresent(counters -> ofTensorCores(found, join, counters));
        join.counters().stream()
                .filter(c -> c.fact(NcuFact.ACHIEVED_OCCUPANCY).orElse(100) < OCCUPANCY_PERCENT)
                .findFirst()
                .ifPresent(counters -> ofOccupancy(found, join, counters));
        return found;
    }

    /// The file that says how much of the time the kernel has.
    private static Advice.Place place(KernelJoin join) {
        String source = join.times().getFirst().source();
        return new Advice.Place(source.substring(source.lastIndexOf('/') + 1), "");
    }

    private static void ofTensorCores(
            List<Advice> found, KernelJoin join, KernelCounters counters) {
        KernelCategory category = KernelCategories.of(join.name());
        double percent = counters.limits().tensorPercent().orElseThrow();
        boolean matrix = category == KernelCategory.GEMM && !VECTOR.matcher(join.name()).find();
        if ((matrix || category == KernelCategory.ATTENTION) && percent < TENSOR_PERCENT) {
            found.add(new Advice.TensorCoresIdle(place(join), join.name(), percent, join.share()));
        }
    }

    private static void ofOccupancy(List<Advice> found, KernelJoin join, KernelCounters counters) {
        String rule =
                counters.advice().stream()
                        .filter(r -> r.name().contains("Occupancy"))
                        .map(KernelCounters.Rule::message)
                        .findFirst()
                        .orElse("");
        // A grid too small to fill the device is not held back by a resource.
        boolean resource =
                counters.fact(NcuFact.THEORETICAL_OCCUPANCY).orElse(0) < RESOURCE_PERCENT;
        String limiter = resource ? counters.limits().occupancyLimiter().orElse("") : "";
        if (!rule.isEmpty() || !limiter.isEmpty()) {
            found.add(
                    new Advice.LowOccupancy(
                            place(join),
                            join.name(),
                            counters.fact(NcuFact.ACHIEVED_OCCUPANCY).orElseThrow(),
                            limiter,
                            rule,
                            join.share()));
        }
    }
}
