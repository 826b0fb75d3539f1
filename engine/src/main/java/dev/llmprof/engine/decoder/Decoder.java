package dev.llmprof.engine.decoder;

import static org.bytedeco.pytorch.global.torch.embedding;

import dev.llmprof.engine.weights.Weights;
import dev.llmprof.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.AbstractTensor;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// A Llama-like decoder: Llama, Qwen2, Qwen3, Mistral, Mixtral and the text part of DeepSeek-OCR
/// differ only in what [DecoderConfig] and the tensors say.
public final class Decoder {
    private static final String HEAD = "lm_head";
    private static final String TABLE = "model.embed_tokens";
    private static final String WEIGHT = ".weight";

    private final DecoderConfig config;
    private final Weights weights;
    private final Tensor embeddings;
    private final List<Layer> layers = new ArrayList<>();
    private final Layers.RmsNorm norm;
    private final Layers.Linear head;
    private final Rope rope;

    private record Layer(
            Layers.RmsNorm before,
            Attention attention,
            Layers.RmsNorm between,
            FeedForward network) {
        Tensor apply(Tensor x, Step step) {
            Tensor attended = Scratch.sum(x, () -> attention.apply(before.apply(x), step));
            return Scratch.sum(attended, () -> network.apply(between.apply(attended)));
        }
    }

    public Decoder(DecoderConfig config, Weights weights) {
        this.config = config;
        this.weights = weights;
        this.embeddings = weights.get("model.embed_tokens.weight");
        for (int layer = 0; layer < config.layers(); layer++) {
            layers.add(layer(layer));
        }
        this.norm = Layers.RmsNorm.of(weights, "model.norm", config.normEpsilon());
        this.head = head(config, weights);
        this.rope =
                new Rope(
                        config.rope(),
                        config.heads().size(),
                        weights.precision(),
                        weights.device());
    }

    /// A head that is shared and stored must be the same twice; one that is not shared must be
    /// stored.
    private static Layers.Linear head(DecoderConfig config, Weights weights) {
        boolean tied = config.vocabulary().tied();
        if (!tied && !weights.has(HEAD + WEIGHT)) {
            throw new Problem(
                            "tie_word_embeddings is off and no lm_head.weight is stored",
                            "config.json",
                            "set tie_word_embeddings: true if the head is the embedding, or fetch"
                                    + " the weights again")
                    .found();
        }
        if (tied && weights.has(HEAD + WEIGHT) && !weights.same(HEAD + WEIGHT, TABLE + WEIGHT)) {
            throw new Problem(
                            "tie_word_embeddings is on, and the stored lm_head.weight is not the"
                                    + " embedding",
                            "config.json",
                            "set tie_word_embeddings: false to use the stored head")
                    .found();
        }
        return Layers.Linear.of(weights, tied ? TABLE : HEAD);
    }

    public DecoderConfig config() {
        return config;
    }

    /// An empty cache with room for that many tokens; it grows beyond.
    public KvCache cache(int tokens) {
        return new KvCache(config, weights, Math.max(tokens, 16));
    }

    /// Makes cache and rotations ready for so many more tokens, outside any scope.
    public void reserve(KvCache cache, int tokens) {
        cache.reserve(tokens);
        rope.reach(cache.length() + tokens);
    }

    /// `[1, tokens, hidden]`, a tensor of its own that may be written to.
    public Tensor embed(List<Long> ids) {
        long[] all = ids.stream().mapToLong(Long::longValue).toArray();
        Tensor tokens = AbstractTensor.create(all, 1, all.length);
        return embedding(embeddings, tokens.to(weights.device(), ScalarType.Long));
    }

    /// Logits of the last position, in float32. Call [#reserve] first.
    public Tensor forward(Tensor embedded, KvCache cache) {
        int tokens = (int) embedded.size(1);
        var step =
                new Step(
                        cache,
                        tokens,
                        rope.cosines(cache.length(), tokens),
                        rope.sines(cache.length(), tokens));
        boolean row = tokens == 1 && weights.byRow();
        Tensor x = row ? embedded.view(-1) : embedded;
        for (Layer layer : layers) {
            x = layer.apply(x, step);
        }
        cache.advance(tokens);
        Tensor last = row ? x : x.narrow(1, tokens - 1L, 1);
        Tensor logits = head.apply(norm.apply(last)).view(-1).to(ScalarType.Float);
        if (tokens == cache.length()) {
            requireNumbers(logits);
        }
        return logits;
    }

    /// Asked once a prompt: not a number stays not a number.
    private static void requireNumbers(Tensor logits) {
        if (logits.isnan().any().item_bool()) {
            throw new Problem(
                            "the model gives no numbers (NaN) for the prompt",
                            "the weights, or their precision",
                            "look for NaN in the checkpoint; fp16 overflows where bf16 and fp32 do"
                                    + " not: model.dtype=bf16")
                    .found();
        }
    }

    private Layer layer(int layer) {
        String name = "model.layers." + layer + ".";
        return new Layer(
                Layers.RmsNorm.of(weights, name + "input_layernorm", config.normEpsilon()),
                Attention.of(weights, config, layer),
                Layers.RmsNorm.of(weights, name + "post_attention_layernorm", config.normEpsilon()),
                FeedForward.of(weights, config, layer));
    }
}
