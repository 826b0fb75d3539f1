package dev.llmprof.engine.decoder;

import static org.bytedeco.pytorch.global.torch.silu_;

import dev.llmprof.engine.weights.Weights;
import org.bytedeco.pytorch.Tensor;

/// What follows attention in a layer: one network for all tokens, or a few experts for each.
sealed interface FeedForward permits FeedForward.Gated, SparseExperts {

    Tensor apply(Tensor x);

    static FeedForward of(Weights weights, DecoderConfig config, int layer) {
        String name = "model.layers." + layer + ".mlp.";
        return config.sparse(layer)
                ? SparseExperts.of(weights, config, layer)
                : Gated.of(weights, name + "gate_proj", name + "up_proj", name + "down_proj");
    }

    /// SwiGLU: down(silu(gate(x)) · up(x)).
    record Gated(Layers.Linear gate, Layers.Linear up, Layers.Linear down) implements FeedForward {
        static Gated of(Weights weights, String gate, String up, String down) {
            return new Gated(
                    Layers.Linear.of(weights, gate),
                    Layers.Linear.of(weights, up),
                    Layers.Linear.of(weights, down));
        }

        @Override
        public Tensor apply(Tensor x) {
            return down.apply(silu_(gate.apply(x)).mul_(up.apply(x)));
        }
    }
}
