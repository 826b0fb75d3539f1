package dev.llmprof.model.shape;

/// In what everything is stored and multiplied. Quantised checkpoints keep embeddings, norms and
/// usually the head in the wider `other`, and whatever else `mix` says. `state` is what a recurrent
/// layer's state is kept in.
public record Precision(
        Format linear,
        Format experts,
        Format other,
        Format activation,
        Format cache,
        Format state,
        WeightMix mix) {

    public static Precision of(Format format) {
        return new Precision(format, format, format, format, format, format, WeightMix.NONE);
    }

    public static final Precision BF16 = of(Format.BF16);

    /// All matrices in one format, whatever they were in.
    public Precision withWeights(Format format) {
        Format wide = format.quantised() ? other : format;
        return new Precision(format, format, wide, activation, cache, state, WeightMix.NONE);
    }

    public Precision withExperts(Format format) {
        return new Precision(linear, format, other, activation, cache, state, mix);
    }

    public Precision withCache(Format format) {
        return new Precision(linear, experts, other, activation, format, state, mix);
    }

    public Precision withState(Format format) {
        return new Precision(linear, experts, other, activation, cache, format, mix);
    }

    public Precision withActivation(Format format) {
        return new Precision(linear, experts, other, format, cache, state, mix);
    }

    public Precision with(WeightMix other) {
        return new Precision(linear, experts, this.other, activation, cache, state, other);
    }

    /// For the part that sees.
    public Precision ofEyes() {
        return mix.wideEyes()
                ? new Precision(other, other, other, activation, cache, state, WeightMix.NONE)
                : with(WeightMix.NONE);
    }
}
