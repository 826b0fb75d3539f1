package dev.llmprof.engine.weights;

import dev.llmprof.problem.Problem;
import java.util.Locale;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// The number format a model computes in.
public enum Precision {
    FP32(ScalarType.Float),
    BF16(ScalarType.BFloat16),
    FP16(ScalarType.Half);

    private final ScalarType scalarType;

    Precision(ScalarType scalarType) {
        this.scalarType = scalarType;
    }

    public ScalarType scalarType() {
        return scalarType;
    }

    public static Precision of(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "fp32", "float32" -> FP32;
            case "bf16", "bfloat16" -> BF16;
            case "fp16", "float16" -> FP16;
            default ->
                    throw new Problem(
                                    "unknown dtype '" + name + "'",
                                    "model.dtype",
                                    "choose one of: fp32, bf16, fp16")
                            .found();
        };
    }
}
