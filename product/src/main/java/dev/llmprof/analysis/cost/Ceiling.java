package dev.llmprof.analysis.cost;

import dev.llmprof.hardware.Gpu;
import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.Precision;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// How fast a device can be at most with a precision. `note` says what its peak stands for where
/// that is not plain; `densePerSecond` has the peaks of all formats; of the memory `memoryShare`
/// may be filled.
public record Ceiling(
        String device,
        String format,
        double tensorPerSecond,
        double vectorPerSecond,
        double bytesPerSecond,
        double linkBytesPerSecond,
        double memoryBytes,
        double memoryShare,
        String note,
        SortedMap<String, Double> densePerSecond) {
    public Ceiling {
        densePerSecond = new TreeMap<>(densePerSecond);
    }

    public static Ceiling of(Gpu gpu, Precision precision) {
        return of(gpu, precision, Reachable.ALL);
    }

    public static Ceiling of(Gpu gpu, Precision precision, Reachable reachable) {
        String wanted = computeFormat(precision);
        Optional<Double> peak = gpu.dense(wanted);
        String used = peak.isPresent() ? wanted : instead(gpu, wanted);
        double tensor = peak.or(() -> gpu.dense(used)).orElse(gpu.vectorPerSecond());
        return new Ceiling(
                gpu.name(),
                used,
                tensor,
                gpu.vectorPerSecond(),
                gpu.memoryBytesPerSecond() * reachable.bandwidth(),
                gpu.interconnectBytesPerSecond(),
                gpu.memoryBytes(),
                reachable.memory(),
                peak.isPresent()
                        ? ""
                        : "%s has no %s matrix path; its %s peak is used"
                                .formatted(gpu.name(), wanted, used),
                new TreeMap<>(gpu.densePerSecond()));
    }

    /// Single precision without a matrix path runs on the vector units, never in half of it.
    private static String instead(Gpu gpu, String wanted) {
        boolean single = wanted.equals("fp32") || wanted.equals("tf32");
        if (single && (gpu.dense("fp32").isPresent() || gpu.vectorPerSecond() > 0)) {
            return "fp32";
        }
        return single && gpu.dense("tf32").isPresent()
                ? "tf32"
                : gpu.dense("fp16").isPresent() ? "fp16" : "fp32";
    }

    /// Quantised weights alone are widened before they are multiplied; the fast paths need
    /// quantised activations too.
    static String computeFormat(Precision precision) {
        Format format = precision.activation();
        return switch (format.word()) {
            case "fp32", "tf32", "bf16", "fp16", "int8" -> format.word();
            case "fp8", "fp8-block", "fp8-channel" -> "fp8";
            // llama.cpp multiplies blocks after widening them.
            default -> Format.ofGguf(format.word()).isPresent() ? "fp16" : "fp4";
        };
    }

    /// The same device with parts, or multiples, of its peaks and of its memory bandwidth.
    public Ceiling scaled(double compute, double memory) {
        return new Ceiling(
                device,
                format,
                tensorPerSecond * compute,
                vectorPerSecond * compute,
                bytesPerSecond * memory,
                linkBytesPerSecond,
                memoryBytes,
                memoryShare,
                note,
                densePerSecond);
    }

    /// What may be filled of the memory.
    public double roomBytes() {
        return memoryBytes * memoryShare;
    }

    /// FLOPs a byte at which compute and memory take equally long.
    public double ridge() {
        return tensorPerSecond / bytesPerSecond;
    }
}
