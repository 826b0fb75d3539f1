package dev.llmprof.model.family;

import dev.llmprof.model.shape.Operator.Norm;
import java.util.Optional;

/// The kinds of norms as the families' files spell them.
final class NormWords {
    private NormWords() {}

    static Optional<Norm.Kind> kind(String word) {
        return switch (word) {
            case "rms" -> Optional.of(Norm.Kind.RMS);
            case "layer" -> Optional.of(Norm.Kind.LAYER);
            case "layer_without_bias" -> Optional.of(Norm.Kind.LAYER_WITHOUT_BIAS);
            case "layer_without_weight" -> Optional.of(Norm.Kind.LAYER_WITHOUT_WEIGHT);
            case "rms_without_weight" -> Optional.of(Norm.Kind.RMS_WITHOUT_WEIGHT);
            default -> Optional.empty();
        };
    }
}
