package dev.llmprof.model.shape;

/// How work is counted. Every printed number says which; peers differ by factors of two and more.
public record Convention(
        String name, Unit unit, Mask mask, Logits logits, Counted counted, boolean fused) {

    public enum Unit {
        FLOP,
        /// One multiply-add counted once.
        MAC
    }

    public enum Mask {
        CAUSAL,
        FULL
    }

    public enum Logits {
        LAST,
        ALL
    }

    /// Which operators a tool sees at all.
    public enum Counted {
        EVERYTHING,
        /// Matrix products, convolutions and fused attention.
        MATRIX,
        /// Matrix products and convolutions, five per LayerNorm element; fused attention is not
        /// seen.
        FVCORE,
        /// Matrix products and one per element of softmax and activations, five per LayerNorm one.
        CALFLOPS
    }

    /// Two per multiply-add, the pairs a causal mask leaves, logits of the last position.
    public static final Convention EXACT =
            new Convention("exact", Unit.FLOP, Mask.CAUSAL, Logits.LAST, Counted.EVERYTHING, true);

    /// `torch.utils.flop_counter.FlopCounterMode` over the model's own forward.
    public static final Convention TORCH =
            new Convention("torch", Unit.FLOP, Mask.FULL, Logits.ALL, Counted.MATRIX, true);

    /// `fvcore.nn.FlopCountAnalysis`, whose "flops" are multiply-adds.
    public static final Convention FVCORE =
            new Convention("fvcore", Unit.MAC, Mask.FULL, Logits.ALL, Counted.FVCORE, true);

    /// `calflops`, which must run attention unfused to see it.
    public static final Convention CALFLOPS =
            new Convention("calflops", Unit.FLOP, Mask.FULL, Logits.ALL, Counted.CALFLOPS, false);

    public Convention withMask(Mask other) {
        return new Convention(name, unit, other, logits, counted, fused);
    }

    public Convention withLogits(Logits other) {
        return new Convention(name, unit, mask, other, counted, fused);
    }

    public Convention withUnit(Unit other) {
        return new Convention(name, other, mask, logits, counted, fused);
    }

    /// Attention as separate matrix products, which every counter sees, or as one fused kernel.
    public Convention withFusedAttention(boolean other) {
        return new Convention(name, unit, mask, logits, counted, other);
    }

    /// In words, for a report's header.
    public String sentence() {
        String pairs = mask == Mask.CAUSAL ? "causal attention counted exactly" : "full attention";
        String heads = logits == Logits.LAST ? "logits of the last position" : "all logits";
        String per = unit == Unit.FLOP ? "2 FLOP per multiply-add" : "multiply-adds counted once";
        return per + ", " + pairs + ", " + heads + seen();
    }

    private String seen() {
        return switch (counted) {
            case EVERYTHING -> ", tensor and vector units apart";
            case MATRIX -> ", matrix products, convolutions and attention only";
            case FVCORE -> ", as fvcore sees it" + (fused ? ": fused attention missing" : "");
            case CALFLOPS -> ", as calflops sees it";
        };
    }
}
