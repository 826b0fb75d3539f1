package dev.llmprof.stage.ncu;

import java.util.Comparator;
import java.util.List;

/// The kernels that an nsys capture found heaviest: how often each was launched there, of how many
/// they are, and what share of the time of all is theirs.
public record KernelFilter(List<Kernel> kernels, int of, double share) {

    public KernelFilter {
        kernels = List.copyOf(kernels);
    }

    /// One kernel by its demangled name.
    public record Kernel(String name, long launches, long nanos) {}

    public static KernelFilter heaviest(List<Kernel> all, int most) {
        List<Kernel> chosen =
                all.stream()
                        .sorted(Comparator.comparingLong(Kernel::nanos).reversed())
                        .limit(most)
                        .toList();
        return new KernelFilter(chosen, all.size(), share(chosen, all));
    }

    private static double share(List<Kernel> chosen, List<Kernel> all) {
        long nanos = all.stream().mapToLong(Kernel::nanos).sum();
        return nanos == 0 ? 1 : (double) chosen.stream().mapToLong(Kernel::nanos).sum() / nanos;
    }

    List<String> names() {
        return kernels.stream().map(Kernel::name).toList();
    }

    long launches() {
        return kernels.stream().mapToLong(Kernel::launches).sum();
    }
}
