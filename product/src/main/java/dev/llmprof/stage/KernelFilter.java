package dev.llmprof.stage;

import java.util.List;

/// The kernels an earlier nsys capture found heaviest: their names, and how often all of them were
/// launched there.
public record KernelFilter(List<String> names, long launches) {

    public KernelFilter {
        names = List.copyOf(names);
    }
}
