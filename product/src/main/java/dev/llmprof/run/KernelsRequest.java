package dev.llmprof.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A series as it was asked for, checked.
public record KernelsRequest(
        List<KernelList.Entry> kernels,
        Optional<Path> config,
        Optional<Path> output,
        Optional<Integer> most,
        List<String> sections,
        int skip,
        int profile,
        boolean forceOverwrite,
        boolean dryRun,
        List<String> program) {
    public KernelsRequest {
        kernels = List.copyOf(kernels);
        sections = List.copyOf(sections);
        program = List.copyOf(program);
    }
}
