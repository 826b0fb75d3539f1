package dev.llmprof.model.shape;

/// What a layer does to each position by itself.
public sealed interface FeedForward {

    record Dense(long inner, boolean gated, boolean bias) implements FeedForward {}

    /// Routed experts, and shared ones that every position runs, fused into `sharedInner`. `latent`
    /// is the width that routed experts work in, between two matrices; zero is the model's own.
    record Mixture(
            int experts,
            int active,
            long inner,
            boolean gated,
            boolean bias,
            boolean routerBias,
            boolean selectionBias,
            long sharedInner,
            boolean sharedGate,
            boolean sharedBias,
            long latent)
            implements FeedForward {}

    record None() implements FeedForward {}
}
