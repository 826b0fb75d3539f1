package dev.llmprof.analysis.advice;

import static dev.llmprof.analysis.advice.Advices.share;

import dev.llmprof.analysis.breakdown.KernelBreakdown;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.kernel.KernelCategory;
import dev.llmprof.analysis.phase.Phases;
import dev.llmprof.analysis.phase.StepTimes;
import dev.llmprof.analysis.prediction.OperatorClass;
import dev.llmprof.analysis.prediction.Prediction;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/// Which kernels multiply matrices in a decode, and how far they are from their bound where a model
/// says so.
final class DecodeAdvice {
    private static final String DECODE = "decode";
    private static final double PRODUCTS = .50;
    private static final int NAMED = 3;
    private static final Set<KernelCategory> MATRIX =
            Set.of(KernelCategory.GEMM, KernelCategory.MOE);

    /// Of mixtures of experts, what only finds or moves their tokens.
    private static final Pattern ROUTING =
            Pattern.compile(
                    "topk|sort|align|count|histogram|scatter|gather|permute|finali[sz]e|rout|moe_sum",
                    Pattern.CASE_INSENSITIVE);

    private DecodeAdvice() {}

    static Optional<Advice.DecodeProducts> of(Capture capture, Optional<Prediction> prediction) {
        return decode(capture).flatMap(part -> products(capture, part, prediction));
    }

    /// Where it ran on a GPU.
    static Optional<Phases.Part> decode(Capture capture) {
        return capture.marked().phases().parts().stream()
                .filter(part -> part.name().equals(DECODE) && part.gpuNanos() > 0)
                .findFirst();
    }

    private static Optional<Advice.DecodeProducts> products(
            Capture capture, Phases.Part decode, Optional<Prediction> prediction) {
        Set<String> matrix = new HashSet<>();
        for (KernelBreakdown.Row row : capture.gpu().kernels().rows()) {
            if (MATRIX.contains(row.category()) && !ROUTING.matcher(row.name()).find()) {
                matrix.add(row.name());
            }
        }
        List<Advice.Product> products =
                decode.kernels().stream()
                        .filter(kernel -> matrix.contains(kernel.name()))
                        .map(kernel -> product(kernel, decode))
                        .sorted(Comparator.comparingLong(Advice.Product::nanos).reversed())
                        .toList();
        long nanos = products.stream().mapToLong(Advice.Product::nanos).sum();
        double share = share(nanos, decode.gpuNanos());
        return share > PRODUCTS
                ? Optional.of(
                        new Advice.DecodeProducts(
                                Advices.place(capture),
                                batch(capture.marked().times()),
                                nanos,
                                products.stream().limit(NAMED).toList(),
                                products.size(),
                                prediction.isPresent(),
                                prediction.flatMap(DecodeAdvice::bound),
                                share))
                : Optional.empty();
    }

    private static Advice.Product product(Phases.Kernel kernel, Phases.Part decode) {
        return new Advice.Product(
                kernel.name(),
                kernel.count(),
                kernel.nanos(),
                share(kernel.nanos(), decode.gpuNanos()));
    }

    private static OptionalLong batch(StepTimes times) {
        return times.kinds().stream()
                .filter(kind -> kind.kind().equals(DECODE))
                .findFirst()
                .map(StepTimes.OfKind::batch)
                .orElse(OptionalLong.empty());
    }

    private static Optional<Advice.PhaseBound> bound(Prediction prediction) {
        return BoundAdvice.classes(prediction, DECODE).stream()
                .filter(each -> each.name().equals(OperatorClass.MATRIX.label()))
                .findFirst();
    }
}
