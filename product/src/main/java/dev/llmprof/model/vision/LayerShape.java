package dev.llmprof.model.vision;

import dev.llmprof.model.shape.Operator.Norm;

/// What the transformer layers of one tower have in common.
public record LayerShape(
        long width,
        Heads heads,
        long inner,
        Norm.Kind norm,
        Biases biases,
        boolean gated,
        Beside beside) {

    /// How many heads ask, how many have keys and values, and how wide each is.
    public record Heads(long count, long keyValues, long width) {
        /// As most have it: all heads together as wide as the tower.
        public static Heads of(long width, long count) {
            return new Heads(count, count, width / count);
        }
    }

    /// Which linear layers have a bias: queries, keys and values; the output; the feed-forward.
    public record Biases(boolean in, boolean out, boolean feedForward) {
        public static final Biases ALL = new Biases(true, true, true);
        public static final Biases NONE = new Biases(false, false, false);
    }

    /// Small parts of a layer: norms on heads, norms behind attention and feed-forward as well as
    /// before them, and `own` numbers that scale what they give.
    public record Beside(HeadNorm headNorm, boolean normsBehind, long own) {
        public static final Beside NONE = new Beside(HeadNorm.NONE, false, 0);
    }

    /// One weight for every element of queries and keys, or one for each head, and then values are
    /// brought to one length, too.
    public enum HeadNorm {
        NONE,
        ALL,
        HEAD
    }

    /// As CLIP, SigLIP and SAM have it.
    public static LayerShape plain(long width, long heads, long inner) {
        return new LayerShape(
                width,
                Heads.of(width, heads),
                inner,
                Norm.Kind.LAYER,
                Biases.ALL,
                false,
                Beside.NONE);
    }

    /// As Qwen 2.5 and Pixtral have it.
    public static LayerShape gated(long width, long heads, long inner, Biases biases) {
        return new LayerShape(
                width, Heads.of(width, heads), inner, Norm.Kind.RMS, biases, true, Beside.NONE);
    }
}
