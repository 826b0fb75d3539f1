package dev.llmprof.report.advice;

import dev.llmprof.analysis.advice.Advice;
import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.block.Unit;
import java.util.List;
import java.util.stream.Collectors;

/// Words for what bounds and counters show.
final class ModelAdvice {
    private static final double FAR = 1.5;
    private static final int NAMED = 2;

    private ModelAdvice() {}

    static AdviceWords aboveBound(Advice.AboveBound it) {
        return new AdviceWords(
                it.phase().name() + " takes " + times(it.phase()) + " its bound",
                against(it.phase()) + classes(it.classes()),
                toTry(it));
    }

    /// By the class of operators that lost the most.
    private static String toTry(Advice.AboveBound it) {
        String most = it.classes().isEmpty() ? "" : it.classes().getFirst().name();
        String step =
                switch (most) {
                    case "attention" ->
                            "scaled_dot_product_attention in place of single operators for attention,"
                                    + " torch.compile for the rest";
                    case "matrix products" ->
                            "bf16 weights and sizes that are multiples of 64 for the matrix products,"
                                    + " torch.compile for the rest";
                    case "convolution" ->
                            "channels_last and bf16 for the convolutions, torch.compile for the rest";
                    default ->
                            "torch.compile; record shapes (record_shapes=True) to see which operators"
                                    + " lose the time";
                };
        return step + "; then the first rows of “Model operators”, one by one";
    }

    static AdviceWords memoryBound(Advice.MemoryBound it) {
        boolean far = it.phase().times() > FAR;
        return new AdviceWords(
                it.phase().name()
                        + (far
                                ? " takes "
                                        + times(it.phase())
                                        + " the time that its memory traffic needs ("
                                        + AdviceWords.percent(1 - 1 / it.phase().times())
                                        + " is overhead)"
                                : " is limited by memory bandwidth"),
                against(it.phase())
                        + classes(it.classes())
                        + "; "
                        + Numbers.text(it.flopsPerByte(), Unit.FLOPS_PER_BYTE)
                        + ", the ridge is at "
                        + Numbers.text(it.ridge(), Unit.FLOPS_PER_BYTE),
                (far
                                ? "torch.compile(mode=\"reduce-overhead\") and fewer, larger operators"
                                        + " against the overhead first; then "
                                : "")
                        + "a larger batch, quantised weights or KV cache, speculative decoding: all"
                        + " move fewer bytes per token");
    }

    private static String times(Advice.PhaseBound it) {
        return Numbers.text(it.times(), Unit.TIMES);
    }

    private static String against(Advice.PhaseBound it) {
        return Numbers.text(it.measuredNanos(), Unit.NANOSECONDS)
                + " against "
                + Numbers.text(it.boundNanos(), Unit.NANOSECONDS);
    }

    private static String classes(List<Advice.PhaseBound> classes) {
        return classes.isEmpty()
                ? ""
                : "; in the trace "
                        + classes.stream()
                                .limit(NAMED)
                                .map(it -> it.name() + " " + against(it) + " (" + times(it) + ")")
                                .collect(Collectors.joining(", "));
    }

    static AdviceWords tensorCoresIdle(Advice.TensorCoresIdle it) {
        return new AdviceWords(
                "Tensor cores idle in a matrix kernel",
                Numbers.fixed(it.tensorPercent(), 1)
                        + " % of their peak in "
                        + ShownText.shortened(KernelNames.brief(it.kernel()), 90)
                        + ", "
                        + AdviceWords.percent(it.share())
                        + " of the kernel time",
                "bf16, fp16 or fp8 operands whose sizes are multiples of 8 (16 for fp8), or TF32"
                        + " for fp32 ones");
    }

    static AdviceWords lowOccupancy(Advice.LowOccupancy it) {
        return new AdviceWords(
                it.limiter().isEmpty()
                        ? "Few warps are resident in a hot kernel"
                        : "Occupancy is limited by " + it.limiter(),
                Numbers.fixed(it.occupancyPercent(), 1)
                        + " % achieved occupancy in "
                        + ShownText.shortened(KernelNames.brief(it.kernel()), 90)
                        + ", "
                        + AdviceWords.percent(it.share())
                        + " of the kernel time",
                toTry(it));
    }

    private static String toTry(Advice.LowOccupancy it) {
        String own =
                switch (it.limiter()) {
                    case "registers" ->
                            "fewer registers per thread: __launch_bounds__, -maxrregcount or"
                                    + " smaller"
                                    + " tiles";
                    case "shared memory" ->
                            "less shared memory per block: smaller tiles or fewer stages";
                    case "warps", "blocks", "barriers" ->
                            "another block size: compare 64, 128 and 256 threads";
                    default -> "";
                };
        if (!own.isEmpty()) {
            return own;
        }
        return it.advice().isEmpty()
                ? "a larger grid or another block size: compare 64, 128 and 256 threads"
                : it.advice();
    }
}
