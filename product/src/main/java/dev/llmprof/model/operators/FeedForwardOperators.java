package dev.llmprof.model.operators;

import dev.llmprof.model.shape.FeedForward;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Elementwise;
import dev.llmprof.model.shape.Operator.Experts;
import dev.llmprof.model.shape.Operator.Linear;
import dev.llmprof.model.shape.Operator.Linear.Split;
import dev.llmprof.model.shape.Operator.Stored;
import dev.llmprof.model.shape.Repeated;
import java.util.List;

/// The operators of a feed-forward for some tokens.
final class FeedForwardOperators {
    private FeedForwardOperators() {}

    static void add(
            List<Operator> operators,
            Repeated<FeedForward> feedForward,
            long hidden,
            double tokens) {
        int count = feedForward.count();
        switch (feedForward.value()) {
            case FeedForward.Dense dense -> addDense(operators, "", count, dense, hidden, tokens);
            case FeedForward.Mixture mixture ->
                    addMixture(operators, count, mixture, hidden, tokens);
            case FeedForward.None() -> {}
        }
    }

    private static void addMixture(
            List<Operator> operators,
            int count,
            FeedForward.Mixture mixture,
            long hidden,
            double tokens) {
        operators.add(
                new Linear(
                        "router",
                        count,
                        tokens,
                        hidden,
                        mixture.experts(),
                        mixture.routerBias(),
                        Split.WHOLE));
        if (mixture.selectionBias()) {
            operators.add(new Stored("router.selection_bias", count, mixture.experts()));
        }
        operators.add(
                new Experts(
                        "experts",
                        count,
                        tokens,
                        mixture.experts(),
                        mixture.active(),
                        mixture.latent() > 0 ? mixture.latent() : hidden,
                        mixture.inner(),
                        mixture.gated(),
                        mixture.bias()));
        addLatent(operators, count, mixture, hidden, tokens);
        addShared(operators, count, mixture, hidden, tokens);
    }

    private static void addLatent(
            List<Operator> operators,
            int count,
            FeedForward.Mixture mixture,
            long hidden,
            double tokens) {
        long latent = mixture.latent();
        if (latent > 0) {
            boolean bias = mixture.sharedBias();
            operators.add(
                    new Linear(
                            "experts.down_latent",
                            count,
                            tokens,
                            hidden,
                            latent,
                            bias,
                            Split.WHOLE));
            operators.add(
                    new Linear(
                            "experts.up_latent", count, tokens, latent, hidden, bias, Split.WHOLE));
        }
    }

    private static void addShared(
            List<Operator> operators,
            int count,
            FeedForward.Mixture mixture,
            long hidden,
            double tokens) {
        if (mixture.sharedInner() > 0) {
            var shared =
                    new FeedForward.Dense(
                            mixture.sharedInner(), mixture.gated(), mixture.sharedBias());
            addDense(operators, "shared_expert.", count, shared, hidden, tokens);
        }
        if (mixture.sharedGate()) {
            operators.add(
                    new Linear("shared_expert_gate", count, tokens, hidden, 1, false, Split.WHOLE));
        }
    }

    private static void addDense(
            List<Operator> operators,
            String prefix,
            int count,
            FeedForward.Dense dense,
            long hidden,
            double tokens) {
        long inner = dense.inner();
        boolean gated = dense.gated();
        boolean bias = dense.bias();
        if (gated) {
            operators.add(
                    new Linear(
                            prefix + "gate_proj", count, tokens, hidden, inner, bias, Split.OUT));
        }
        operators.add(
                new Linear(prefix + "up_proj", count, tokens, hidden, inner, bias, Split.OUT));
        operators.add(
                new Elementwise(
                        prefix + "activation",
                        count,
                        tokens * inner,
                        gated
                                ? Elementwise.Arithmetic.GATED_ACTIVATION
                                : Elementwise.Arithmetic.ACTIVATION));
        operators.add(
                new Linear(prefix + "down_proj", count, tokens, inner, hidden, bias, Split.IN));
    }
}
