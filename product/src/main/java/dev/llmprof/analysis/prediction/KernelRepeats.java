package dev.llmprof.analysis.prediction;

import dev.llmprof.analysis.breakdown.KernelBreakdown;
import dev.llmprof.analysis.kernel.KernelCategory;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.Repeated;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// How often the kernels of matrix products ran, where nearly all of them agree on it: once in each
/// layer of each pass, or a multiple of that.
record KernelRepeats(long count) {
    private static final Set<KernelCategory> PRODUCTS =
            Set.of(KernelCategory.GEMM, KernelCategory.MOE);

    /// A product with the head or the embedding stands in no layer.
    private static final long LEAST = 4;

    private static final double AGREED = .8;

    static Optional<KernelRepeats> of(KernelBreakdown kernels) {
        List<KernelBreakdown.Row> products =
                kernels.rows().stream()
                        .filter(row -> PRODUCTS.contains(row.category()))
                        .filter(row -> row.spread().count() >= LEAST)
                        .toList();
        if (products.isEmpty()) {
            return Optional.empty();
        }
        long most = products.getFirst().spread().count();
        long agreed = 0;
        long all = 0;
        for (KernelBreakdown.Row row : products) {
            all += row.spread().totalNanos();
            agreed += row.spread().count() % most == 0 ? row.spread().totalNanos() : 0;
        }
        return agreed < AGREED * all ? Optional.empty() : Optional.of(new KernelRepeats(most));
    }

    /// Some kind of layer is there that often, or so that the one is a multiple of the other.
    boolean fits(Decoder decoder) {
        return Stream.concat(
                        Stream.of(decoder.layers()),
                        Stream.concat(decoder.mixers().stream(), decoder.feedForwards().stream())
                                .map(Repeated::count))
                .filter(layers -> layers >= LEAST || decoder.layers() < LEAST)
                .anyMatch(layers -> count % layers == 0 || layers % count == 0);
    }
}
