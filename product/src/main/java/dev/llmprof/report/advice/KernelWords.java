package dev.llmprof.report.advice;

import dev.llmprof.analysis.advice.Advice;
import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.block.Unit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Words for what kernels and operators show.
final class KernelWords {
    private static final int NAME = 60;
    private static final int SHAPES = 2;

    /// What attention is made of where it is not one operator.
    private static final Pattern ATTENTION = Pattern.compile("_softmax|bmm");

    private KernelWords() {}

    static AdviceWords unfused(Advice.Unfused it) {
        return new AdviceWords(
                "Much time in short kernels",
                ofKernels(it.nanos(), it.kernels(), it.share()) + " shorter than 10 µs",
                "torch.compile or fused operators (RMSNorm, rotary, SwiGLU): most of so short a"
                        + " kernel is its start");
    }

    static AdviceWords memoryTraffic(Advice.MemoryTraffic it) {
        return new AdviceWords(
                "Much time in kernels that only move data",
                ofKernels(it.nanos(), it.kernels(), it.share())
                        + "; those with shapes move "
                        + Numbers.text(it.bytesPerSecond(), Unit.BYTES_PER_SECOND)
                        + ", "
                        + AdviceWords.percent(it.bytesPerSecond() / it.peakBytesPerSecond())
                        + " of the GPU's bandwidth, and at all of it would take "
                        + Numbers.text(it.trafficNanos(), Unit.NANOSECONDS),
                "torch.compile or fused operators (RMSNorm, rotary, SwiGLU): each kernel reads and"
                        + " writes its tensors again");
    }

    private static String ofKernels(long nanos, long kernels, double share) {
        return AdviceWords.percent(share)
                + " of the kernel time, "
                + AdviceWords.time(nanos)
                + " in "
                + Cell.count(kernels).shown()
                + " elementwise, norm, reduction and copy kernels";
    }

    static AdviceWords slowOperator(Advice.SlowOperator it) {
        return new AdviceWords(
                it.operator()
                        + " takes "
                        + Numbers.text(it.nanos() / it.boundNanos(), Unit.TIMES)
                        + " its bound",
                AdviceWords.time(it.nanos())
                        + " in "
                        + ShownText.counted(it.calls(), "call", "calls")
                        + ", where its shapes need "
                        + Numbers.text(it.boundNanos(), Unit.NANOSECONDS)
                        + (it.memory() ? " at the GPU's bandwidth: " : " at the GPU's peaks: ")
                        + it.shapes().stream()
                                .limit(SHAPES)
                                .map(KernelWords::shape)
                                .collect(Collectors.joining(", ")),
                toTry(it));
    }

    private static String shape(Advice.SlowShape it) {
        return ShownText.shortened(it.shapes(), NAME)
                + " "
                + AdviceWords.time(it.nanos())
                + " at "
                + AdviceWords.percent(it.shareOfBound())
                + " of it";
    }

    private static String toTry(Advice.SlowOperator it) {
        if (ATTENTION.matcher(it.operator()).find()) {
            return "scaled_dot_product_attention, if this is attention: it keeps the scores out of"
                    + " memory";
        }
        if (!it.product()) {
            return "contiguous tensors, or a fused kernel; llmprof run --ncu -- PROGRAM shows what holds"
                    + " it back";
        }
        return it.memory()
                ? "quantised weights, a larger batch, a kernel tuned for so few rows; llmprof run --ncu"
                        + " -- PROGRAM shows what holds it back"
                : "sizes that are multiples of 64, another backend; llmprof run --ncu -- PROGRAM shows"
                        + " what holds it back";
    }

    static AdviceWords decodeProducts(Advice.DecodeProducts it) {
        return new AdviceWords(
                "Decode is mostly matrix products"
                        + it.bound()
                                .map(bound ->
                                        ", at "
                                                + Numbers.text(bound.times(), Unit.TIMES)
                                                + " their bound")
                                .orElse(""),
                AdviceWords.percent(it.share())
                        + " of its GPU time, "
                        + AdviceWords.time(it.nanos())
                        + batch(it)
                        + ", in "
                        + ShownText.counted(it.names(), "kernel name", "kernel names")
                        + ": "
                        + it.products().stream()
                                .map(KernelWords::product)
                                .collect(Collectors.joining(", ")),
                productsAdvice(it));
    }

    private static String productsAdvice(Advice.DecodeProducts it) {
        if (it.bound().isPresent()) {
            return "quantised weights (fp8, int8, int4), kernels tuned for this batch, another backend;"
                    + " llmprof run --ncu -- PROGRAM shows what holds them back";
        }
        return it.modelled()
                ? "record their operators with shapes, or the capture of their graphs too, to see which"
                        + " are far from their bound"
                : "analyze with --model CONFIG and --gpu NAME to see how far they are from their"
                        + " bound";
    }

    private static String batch(Advice.DecodeProducts it) {
        return it.batch().isEmpty() ? "" : " at batch " + it.batch().getAsLong();
    }

    private static String product(Advice.Product it) {
        return ShownText.shortened(KernelNames.brief(it.name()), NAME)
                + " "
                + AdviceWords.time(it.nanos())
                + " ("
                + AdviceWords.percent(it.share())
                + ")";
    }

    static AdviceWords singlePrecision(Advice.SinglePrecision it) {
        return new AdviceWords(
                "Matrix products in single precision",
                AdviceWords.percent(it.share())
                        + " of the kernel time, "
                        + AdviceWords.time(it.nanos())
                        + ": "
                        + ShownText.shortened(KernelNames.brief(it.name()), NAME)
                        + (it.format().isEmpty()
                                ? ""
                                : "; the peak of "
                                        + it.format()
                                        + " on this GPU is "
                                        + Numbers.text(it.times(), Unit.TIMES)
                                        + " that of fp32"),
                switch (it.format()) {
                    case "tf32" ->
                            "torch.set_float32_matmul_precision(\"high\") for TF32, or bf16 weights";
                    case "" -> "bf16 or fp16 weights, or TF32, where the GPU has them";
                    default -> it.format() + " weights";
                });
    }
}
