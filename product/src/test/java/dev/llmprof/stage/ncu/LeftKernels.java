package dev.llmprof.stage.ncu;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What nsys left, in two words: the same kernels everywhere, and the summaries called `gated` are
/// of the phase.
record LeftKernels(List<KernelFilter.Kernel> kernels) implements NsysKernels {

    LeftKernels(KernelFilter.Kernel... kernels) {
        this(List.of(kernels));
    }

    @Override
    public Optional<KernelFilter> of(Path csv) {
        return within(csv, List.of());
    }

    @Override
    public Optional<KernelFilter> within(Path sqlite, List<String> ranges) {
        return kernels.isEmpty()
                ? Optional.empty()
                : Optional.of(KernelFilter.heaviest(kernels, kernels.size()));
    }

    @Override
    public List<Path> gated(Path captures, List<Path> summaries, List<String> ranges) {
        return summaries.stream()
                .filter(csv -> csv.getFileName().toString().startsWith("gated"))
                .toList();
    }
}
