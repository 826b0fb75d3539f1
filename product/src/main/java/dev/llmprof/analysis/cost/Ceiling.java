package dev.llmprof.analysis.cost;

import dev.llmprof.hardware.Gpu;
import dev.llmprof.model.shape.Precision;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// How fast a device can be at most with a precision. `note` says what its peak stands for where
/// that is not plain; `densePerSecond` has the peaks of all formats; `reachable` is the part of the
/// bandwidth that is taken to be reachable, one for a true bound.
public record Ceiling(
        String device,
        String format,
        double tensorPerSecond,
        double vectorPerSecond,
        double bytesPerSecond,
        double linkBytesPerSecond,
        double memoryBytes,
        String note,
        SortedMap<String, Double> densePerSecond) {
    public Ceiling {
        densePerSecond = new TreeMap<>(densePerSecond);
    }

    public static Ceiling of(Gpu gpu, Precision precision) {
        return of(gpu, precision, 1);
    }

    public static Ceiling of(Gpu gpu, Precision precision, double reachable) {
        String wanted = computeFormat(precision);
        Optional<Double> peak = gpu.dense(wanted);
        String used = peak.isPresent() ? wanted : gpu.dense("fp16").isPresent() ? "fp16" : "fp32";
        double tensor = peak.or(() -> gpu.dense(used)).orElse(gpu.vectorPerSecond());
        return new Ceiling(
                gpu.name(),
                used,
                tensor,
                gpu.vectorPerSecond(),
                gpu.memoryBytesPerSecond() * reachable,
                gpu.interconnectBytesPerSecond(),
                gpu.memoryBytes(),
                peak.isPresent()
                        ? ""
                        : "%s has no %s matrix path; its %s peak is used"
                                .formatted(gpu.name(), wanted, used),
                new TreeMap<>(gpu.densePerSecond()));
    }

    /// Quantised weights alone are widened before they are multiplied; the fast paths need
    /// quantised activations too.
    static String computeFormat(Precision precision) {
        return switch (precision.activation()) {
            case FP32 -> "fp32";
            case TF32 -> "tf32";
            case BF16 -> "bf16";
            case FP16 -> "fp16";
            case FP8, FP8_BLOCK -> "fp8";
            case INT8 -> "int8";
            // llama.cpp multiplies blocks after widening them.
            case Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, Q2_K, Q3_K, Q4_K, Q5_K, Q6_K -> "fp16";
            case IQ4_NL, IQ4_XS, IQ3_S, IQ3_XXS, IQ2_S, IQ2_XS, IQ2_XXS, IQ1_M, IQ1_S -> "fp16";
            case INT4_G128, INT4_G64, INT4_G32, MXFP4, NVFP4 -> "fp4";
        };
    }

    /// FLOPs a byte at which compute and memory take equally long.
    public double ridge() {
        return tensorPerSecond / bytesPerSecond;
    }
}
