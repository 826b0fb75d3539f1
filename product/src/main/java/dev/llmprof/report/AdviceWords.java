package dev.llmprof.report;

import dev.llmprof.analysis.Advice;
import dev.llmprof.analysis.KernelNames;

/// Words for each [Advice]: what was found, the number behind it, what to try.
record AdviceWords(String finding, String evidence, String suggestion) {

    static AdviceWords of(Advice advice) {
        return switch (advice) {
            case Advice.HostWait(String stream, long nanos, long gaps, double share) ->
                    new AdviceWords(
                            "The GPU waits for the host",
                            stream
                                    + " ran dry "
                                    + Names.counted(gaps, "time", "times")
                                    + ", "
                                    + time(nanos)
                                    + ", "
                                    + percent(share)
                                    + " of the span",
                            "CUDA graphs or torch.compile(mode=\"reduce-overhead\"), larger batches, no .item() or .cpu() between steps");
            case Advice.LaunchGaps(String stream, long nanos, long gaps, double share) ->
                    new AdviceWords(
                            "Launch gaps between queued kernels",
                            Names.counted(gaps, "gap", "gaps")
                                    + " under 30 µs on "
                                    + stream
                                    + ", "
                                    + time(nanos)
                                    + ", "
                                    + percent(share)
                                    + " of the span",
                            "CUDA graphs, or fewer and larger kernels");
            case Advice.ShortKernels(long kernels, long launches, double share) ->
                    new AdviceWords(
                            "Many kernels are shorter than their own launch",
                            Cell.count(kernels).shown()
                                    + " of "
                                    + Cell.count(launches).shown()
                                    + " launches, "
                                    + percent(share),
                            "CUDA graphs or fusion: the launch costs more than the work");
            case Advice.HotKernel(String name, long nanos, double share) ->
                    new AdviceWords(
                            "One kernel dominates",
                            percent(share)
                                    + " of the kernel time, "
                                    + time(nanos)
                                    + ": "
                                    + Names.shortened(KernelNames.brief(name), 90),
                            "look into it with ncu: llmprof kernels --kernel-regex … -- COMMAND");
            case Advice.Unfused(long nanos, long kernels, double share) ->
                    new AdviceWords(
                            "Much time in small memory-bound kernels",
                            percent(share)
                                    + " of the kernel time, "
                                    + time(nanos)
                                    + " in "
                                    + Cell.count(kernels).shown()
                                    + " elementwise, norm, reduction and copy kernels",
                            "torch.compile or fused operators (RMSNorm, rotary, SwiGLU): each reads and writes its tensor again");
            case Advice.SinglePrecision(String name, long nanos, double share) ->
                    new AdviceWords(
                            "Matrix products in single precision on the vector units",
                            percent(share)
                                    + " of the kernel time, "
                                    + time(nanos)
                                    + ": "
                                    + Names.shortened(KernelNames.brief(name), 90),
                            "bf16 or fp16 weights, or torch.set_float32_matmul_precision(\"high\") for TF32");
            case Advice.ExposedCopies(long nanos, double share) ->
                    new AdviceWords(
                            "Copies that nothing overlaps",
                            time(nanos) + ", " + percent(share) + " of the span",
                            "pinned memory and non_blocking copies on a stream of their own, or keep the data on the device");
            case Advice.ExposedCommunication(long nanos, double share) ->
                    new AdviceWords(
                            "Communication that nothing overlaps",
                            time(nanos) + ", " + percent(share) + " of the span",
                            "overlap it with computation, or less tensor parallelism");
            case Advice.Unattributed(long nanos, double share) ->
                    new AdviceWords(
                            "GPU time that no operator is known for",
                            time(nanos) + ", " + percent(share) + " of the GPU time",
                            "give the graph-capture trace beside this one, or record the whole step");
            case Advice.MemoryBound bound -> memoryBound(bound);
            case Advice.AboveBound(String phase, double measured, double bound, _) ->
                    new AdviceWords(
                            phase
                                    + " takes "
                                    + Numbers.text(measured / bound, Unit.TIMES)
                                    + " its bound",
                            Numbers.text(measured, Unit.NANOSECONDS)
                                    + " against "
                                    + Numbers.text(bound, Unit.NANOSECONDS),
                            "the operator classes with the most lost time are in “Predicted against measured”");
            case Advice.LowOccupancy(String kernel, double occupancy, String words, _) ->
                    new AdviceWords(
                            "Few warps are resident in a hot kernel",
                            Numbers.fixed(occupancy, 1)
                                    + " % achieved occupancy in "
                                    + Names.shortened(KernelNames.brief(kernel), 90),
                            words);
        };
    }

    private static AdviceWords memoryBound(Advice.MemoryBound bound) {
        return new AdviceWords(
                bound.phase() + " is bound by memory traffic",
                Numbers.text(bound.flopsPerByte(), Unit.FLOPS_PER_BYTE)
                        + ", the ridge is at "
                        + Numbers.text(bound.ridge(), Unit.FLOPS_PER_BYTE)
                        + "; at least "
                        + Numbers.text(bound.boundNanos(), Unit.NANOSECONDS)
                        + " of "
                        + Numbers.text(bound.measuredNanos(), Unit.NANOSECONDS),
                "a larger batch, quantised weights or KV cache, speculative decoding: all move fewer bytes per token");
    }

    /// How much of the time it is about.
    static String weight(Advice advice) {
        return advice.share() >= .25 ? "high" : advice.share() >= .10 ? "medium" : "low";
    }

    private static String time(long nanos) {
        return Cell.nanos(nanos).shown();
    }

    private static String percent(double share) {
        return Cell.share(share).shown();
    }
}
