package dev.llmprof.analysis.ncu;

import dev.llmprof.analysis.kernel.KernelDescriptions;

/// How profiled kernels are looked at: how many points of use apart compute and memory must lie to
/// name one of them, and what people call the kernels.
public record NcuView(double marginPoints, KernelDescriptions descriptions) {
    public static final NcuView DEFAULT =
            new NcuView(NcuClasses.DEFAULT_MARGIN_POINTS, KernelDescriptions.NONE);
}
