package dev.llmprof.stage.ncu;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The heaviest kernels in what nsys left, for a stage that does not read it itself.
public interface NsysKernels {

    /// Of a kernel summary; empty where it names none.
    Optional<KernelFilter> of(Path csv);

    /// Of those launched inside NVTX ranges of these names: `range`, or `domain:range` outside the
    /// default domain. Empty where an export has none, or cannot be read.
    Optional<KernelFilter> within(Path sqlite, List<String> ranges);

    /// The summaries that are of such a range and nothing else, by what `captures.json` says.
    List<Path> gated(Path captures, List<Path> summaries, List<String> ranges);
}
