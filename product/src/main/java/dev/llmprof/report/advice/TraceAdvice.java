package dev.llmprof.report.advice;

import dev.llmprof.analysis.Advice;
import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Names;

/// Words for what a timeline shows.
final class TraceAdvice {

    private TraceAdvice() {}

    static AdviceWords hostWait(Advice.HostWait it) {
        return new AdviceWords(
                "The GPU waits for the host",
                it.stream()
                        + " ran dry "
                        + Names.counted(it.gaps(), "time", "times")
                        + ", "
                        + AdviceWords.time(it.nanos())
                        + ", "
                        + AdviceWords.percent(it.share())
                        + " of the span",
                "CUDA graphs or torch.compile(mode=\"reduce-overhead\"), larger batches, no .item() or .cpu() between steps");
    }

    static AdviceWords launchGaps(Advice.LaunchGaps it) {
        return new AdviceWords(
                "Launch gaps between queued kernels",
                Names.counted(it.gaps(), "gap", "gaps")
                        + " under 30 µs on "
                        + it.stream()
                        + ", "
                        + AdviceWords.time(it.nanos())
                        + ", "
                        + AdviceWords.percent(it.share())
                        + " of the span",
                "CUDA graphs, or fewer and larger kernels");
    }

    static AdviceWords shortKernels(Advice.ShortKernels it) {
        return new AdviceWords(
                "Many kernels are shorter than their own launch",
                Cell.count(it.kernels()).shown()
                        + " of "
                        + Cell.count(it.launches()).shown()
                        + " launches, "
                        + AdviceWords.percent(it.share()),
                "CUDA graphs or fusion: the launch costs more than the work");
    }

    static AdviceWords hotKernel(Advice.HotKernel it) {
        return new AdviceWords(
                "One kernel dominates",
                AdviceWords.percent(it.share())
                        + " of the kernel time, "
                        + AdviceWords.time(it.nanos())
                        + ": "
                        + Names.shortened(KernelNames.brief(it.name()), 90),
                "look into it with ncu: llmprof kernels --kernel-regex … -- COMMAND");
    }

    static AdviceWords unfused(Advice.Unfused it) {
        return new AdviceWords(
                "Much time in small memory-bound kernels",
                AdviceWords.percent(it.share())
                        + " of the kernel time, "
                        + AdviceWords.time(it.nanos())
                        + " in "
                        + Cell.count(it.kernels()).shown()
                        + " elementwise, norm, reduction and copy kernels",
                "torch.compile or fused operators (RMSNorm, rotary, SwiGLU): each reads and writes its tensor again");
    }

    static AdviceWords singlePrecision(Advice.SinglePrecision it) {
        return new AdviceWords(
                "Matrix products in single precision on the vector units",
                AdviceWords.percent(it.share())
                        + " of the kernel time, "
                        + AdviceWords.time(it.nanos())
                        + ": "
                        + Names.shortened(KernelNames.brief(it.name()), 90),
                "bf16 or fp16 weights, or torch.set_float32_matmul_precision(\"high\") for TF32");
    }

    static AdviceWords exposedCopies(Advice.ExposedCopies it) {
        return new AdviceWords(
                "Copies that nothing overlaps",
                AdviceWords.time(it.nanos())
                        + ", "
                        + AdviceWords.percent(it.share())
                        + " of the span",
                "pinned memory and non_blocking copies on a stream of their own, or keep the data on the device");
    }

    static AdviceWords exposedCommunication(Advice.ExposedCommunication it) {
        return new AdviceWords(
                "Communication that nothing overlaps",
                AdviceWords.time(it.nanos())
                        + ", "
                        + AdviceWords.percent(it.share())
                        + " of the span",
                "overlap it with computation, or less tensor parallelism");
    }

    static AdviceWords unattributed(Advice.Unattributed it) {
        return new AdviceWords(
                "GPU time that no operator is known for",
                AdviceWords.time(it.nanos())
                        + ", "
                        + AdviceWords.percent(it.share())
                        + " of the GPU time",
                "give the graph-capture trace beside this one, or record the whole step");
    }
}
