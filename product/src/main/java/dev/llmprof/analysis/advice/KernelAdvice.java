package dev.llmprof.analysis.advice;

import static dev.llmprof.analysis.advice.Advices.share;

import dev.llmprof.analysis.breakdown.CategoryBreakdown;
import dev.llmprof.analysis.breakdown.KernelBreakdown;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.kernel.KernelCategory;
import dev.llmprof.hardware.Gpu;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// What names, kinds and durations of kernels show.
final class KernelAdvice {
    private static final double UNFUSED = .30;
    private static final double SINGLE_PRECISION = .10;
    private static final Set<KernelCategory> FUSABLE =
            Set.of(
                    KernelCategory.ELEMENTWISE,
                    KernelCategory.ACTIVATION,
                    KernelCategory.NORM,
                    KernelCategory.REDUCTION,
                    KernelCategory.ROTARY,
                    KernelCategory.COPY);

    private static final Pattern SGEMM = Pattern.compile("(?<!convolve_)sgemm|gemm_f32f32_f32f32");

    /// What takes the place of fp32, the nearest first.
    private static final List<String> FORMATS = List.of("tf32", "bf16", "fp16");

    private KernelAdvice() {}

    static List<Advice> of(Capture capture) {
        List<Advice> found = new ArrayList<>();
        singlePrecision(capture).ifPresent(found::add);
        shortKernels(capture).ifPresent(found::add);
        return found;
    }

    /// Not of a GPU that is known to have nothing quicker. The longest kernel is named.
    private static Optional<Advice> singlePrecision(Capture capture) {
        KernelBreakdown kernels = capture.gpu().kernels();
        List<KernelBreakdown.Row> products =
                kernels.rows().stream().filter(row -> SGEMM.matcher(row.name()).find()).toList();
        long nanos = products.stream().mapToLong(row -> row.spread().totalNanos()).sum();
        double share = share(nanos, kernels.totalNanos());
        Optional<Gpu> gpu = capture.host().rates().gpu();
        Optional<String> format =
                gpu.flatMap(g -> FORMATS.stream().filter(f -> times(g, f) > 1).findFirst());
        if (share <= SINGLE_PRECISION || (gpu.isPresent() && format.isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(
                new Advice.SinglePrecision(
                        Advices.place(capture),
                        products.getFirst().name(),
                        nanos,
                        format.orElse(""),
                        format.map(f -> times(gpu.orElseThrow(), f)).orElse(0.0),
                        share));
    }

    private static double times(Gpu gpu, String format) {
        return share(gpu.dense(format).orElse(0.0), gpu.vectorPerSecond());
    }

    private static Optional<Advice> shortKernels(Capture capture) {
        long nanos = 0;
        long kernels = 0;
        for (CategoryBreakdown.Row row : fusable(capture)) {
            nanos += row.shortNanos();
            kernels += row.shortKernels();
        }
        double share = share(nanos, capture.gpu().kernels().totalNanos());
        // One kernel has nothing to be fused with.
        return share > UNFUSED && kernels > 1
                ? Optional.of(new Advice.Unfused(Advices.place(capture), nanos, kernels, share))
                : Optional.empty();
    }

    static List<CategoryBreakdown.Row> fusable(Capture capture) {
        return capture.gpu().categories().rows().stream()
                .filter(row -> FUSABLE.contains(row.category()))
                .toList();
    }
}
