package dev.llmprof.model.vision;

import dev.llmprof.model.shape.Operator.Norm;

/// What the transformer layers of one tower have in common.
public record LayerShape(
        long width, long heads, long inner, Norm.Kind norm, boolean bias, boolean gated) {

    /// As CLIP, SigLIP and SAM have it.
    public static LayerShape plain(long width, long heads, long inner) {
        return new LayerShape(width, heads, inner, Norm.Kind.LAYER, true, false);
    }
}
