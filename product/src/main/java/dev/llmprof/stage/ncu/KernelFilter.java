package dev.llmprof.stage.ncu;

import java.util.List;

/// The kernels an earlier nsys capture found heaviest, and how often each was launched there.
public record KernelFilter(List<Kernel> kernels) {

    public KernelFilter {
        kernels = List.copyOf(kernels);
    }

    /// One kernel by its demangled name.
    public record Kernel(String name, long launches) {}

    List<String> names() {
        return kernels.stream().map(Kernel::name).toList();
    }
}
