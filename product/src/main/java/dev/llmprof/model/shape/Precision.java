package dev.llmprof.model.shape;

/// In what everything is stored and multiplied. Quantised checkpoints keep embeddings, norms and
/// usually the head in the wider `other`.
public record Precision(
        Format linear, Format experts, Format other, Format activation, Format cache) {

    public static Precision of(Format format) {
        return new Precision(format, format, format, format, format);
    }

    public static final Precision BF16 = of(Format.BF16);

    public Precision withWeights(Format format) {
        Format wide = format.quantised() ? other : format;
        return new Precision(format, format, wide, activation, cache);
    }

    public Precision withCache(Format format) {
        return new Precision(linear, experts, other, activation, format);
    }

    public Precision withActivation(Format format) {
        return new Precision(linear, experts, other, format, cache);
    }
}
