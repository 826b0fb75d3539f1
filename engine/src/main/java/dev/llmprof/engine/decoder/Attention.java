package dev.llmprof.engine.decoder;

import static org.bytedeco.pytorch.global.torch.scaled_dot_product_attention;

import dev.llmprof.engine.weights.Weights;
import java.util.Optional;
import java.util.OptionalLong;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;

/// Causal attention of one layer with grouped key and value heads, rotary positions and a cache.
record Attention(
        DecoderConfig config,
        int layer,
        Layers.Linear query,
        Layers.Linear key,
        Layers.Linear value,
        Layers.Linear output,
        Optional<Layers.RmsNorm> queryNorm,
        Optional<Layers.RmsNorm> keyNorm) {

    static Attention of(Weights weights, DecoderConfig config, int layer) {
        String name = "model.layers." + layer + ".self_attn.";
        return new Attention(
                config,
                layer,
                Layers.Linear.of(weights, name + "q_proj"),
                Layers.Linear.of(weights, name + "k_proj"),
                Layers.Linear.of(weights, name + "v_proj"),
                Layers.Linear.of(weights, name + "o_proj"),
                norm(weights, config, name + "q_norm"),
                norm(weights, config, name + "k_norm"));
    }

    Tensor apply(Tensor x, Step step) {
        long tokens = step.tokens();
        Tensor q = heads(query.apply(x), tokens, config.heads().count(), queryNorm);
        Tensor k = heads(key.apply(x), tokens, config.heads().keyValues(), keyNorm);
        Tensor v = heads(value.apply(x), tokens, config.heads().keyValues(), Optional.empty());
        q = Rope.rotate(q, step.cosines(), step.sines());
        k = step.cache().addKeys(layer, Rope.rotate(k, step.cosines(), step.sines()));
        v = step.cache().addValues(layer, v);
        Tensor mixed = attend(q, k, v, step);
        return output.apply(
                x.dim() == 1
                        ? mixed.reshape(-1)
                        : mixed.transpose(1, 2).reshape(1, tokens, config.heads().width()));
    }

    private Tensor attend(Tensor q, Tensor k, Tensor v, Step step) {
        OptionalLong window = config.windows().get(layer);
        boolean one = q.size(2) == 1;
        long length = k.size(2);
        boolean narrower = window.isPresent() && window.getAsLong() < length;
        if (one && narrower) {
            long from = length - window.getAsLong();
            return plain(
                    q, k.narrow(2, from, length - from), v.narrow(2, from, length - from), false);
        }
        if (narrower) {
            TensorOptional mask = new TensorOptional(step.mask(window.getAsLong()));
            return scaled_dot_product_attention(
                    q, k, v, mask, 0.0, false, new DoubleOptional(), grouped());
        }
        return plain(q, k, v, !one);
    }

    private Tensor plain(Tensor q, Tensor k, Tensor v, boolean causal) {
        return scaled_dot_product_attention(
                q, k, v, new TensorOptional(), 0.0, causal, new DoubleOptional(), grouped());
    }

    private boolean grouped() {
        return config.heads().count() != config.heads().keyValues();
    }

    /// `[1, heads, tokens, size]`
    private Tensor heads(Tensor x, long tokens, int count, Optional<Layers.RmsNorm> norm) {
        Tensor split =
                tokens == 1
                        ? x.view(1, count, 1, config.heads().size())
                        : x.view(1, tokens, count, config.heads().size());
        Tensor normal = norm.isPresent() ? norm.get().apply(split) : split;
        return tokens == 1 ? normal : normal.transpose(1, 2);
    }

    private static Optional<Layers.RmsNorm> norm(
            Weights weights, DecoderConfig config, String name) {
        return weights.has(name + ".weight")
                ? Optional.of(Layers.RmsNorm.of(weights, name, config.normEpsilon()))
                : Optional.empty();
    }
}
