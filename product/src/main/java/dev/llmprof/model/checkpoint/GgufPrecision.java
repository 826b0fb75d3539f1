package dev.llmprof.model.checkpoint;

import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.WeightMix;
import dev.llmprof.safetensors.Tensor;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/// In what a GGUF file stores its numbers: for matrices, experts and tables the type that holds
/// most of them. Files mix types, so operators are weighed by this one and the file by its header.
public final class GgufPrecision {
    public static final String KEY = "gguf_types";

    private GgufPrecision() {}

    /// As a config.json would say it.
    static Map<String, Object> words(List<Tensor> tensors) {
        Map<String, Object> words = new TreeMap<>();
        most(tensors, name -> name.startsWith("blk.") && !name.contains("_exps."))
                .ifPresent(type -> words.put("linear", type));
        most(tensors, name -> name.contains("_exps."))
                .ifPresent(type -> words.put("experts", type));
        most(tensors, name -> !name.startsWith("blk.")).ifPresent(type -> words.put("other", type));
        return words;
    }

    public static Precision of(ModelConfig types) {
        Format linear = format(types, "linear", Format.FP16);
        return new Precision(
                linear,
                format(types, "experts", linear),
                format(types, "other", Format.FP16),
                Format.FP16,
                Format.FP16,
                Format.FP16,
                WeightMix.NONE);
    }

    private static Format format(ModelConfig types, String key, Format otherwise) {
        return types.text(key).flatMap(GgufPrecision::format).orElse(otherwise);
    }

    private static Optional<Format> format(String type) {
        return switch (type) {
            case "F32" -> Optional.of(Format.FP32);
            case "F16" -> Optional.of(Format.FP16);
            default -> Format.named(type.toLowerCase(Locale.ROOT));
        };
    }

    /// Vectors are left out: norms and biases stay wide in every file.
    private static Optional<String> most(List<Tensor> tensors, Predicate<String> of) {
        Map<String, Long> elements = new HashMap<>();
        tensors.stream()
                .filter(tensor -> tensor.shape().size() > 1 && of.test(tensor.name()))
                .forEach(tensor -> elements.merge(tensor.dtype(), tensor.elements(), Long::sum));
        return elements.entrySet().stream()
                .max(
                        Map.Entry.<String, Long>comparingByValue()
                                .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey);
    }
}
