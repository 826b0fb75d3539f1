package dev.llmprof.engine.decoder;

import dev.llmprof.engine.weights.Weights;
import dev.llmprof.problem.Problem;
import java.nio.file.Path;
import java.util.Arrays;

/// Holds the decoder's tensors to what `config.json` says of them, before anything is multiplied.
public final class DecoderShapes {
    private final Path folder;
    private final Weights weights;

    private DecoderShapes(Path folder, Weights weights) {
        this.folder = folder;
        this.weights = weights;
    }

    public static void check(Path folder, DecoderConfig config, Weights weights) {
        var shapes = new DecoderShapes(folder, weights);
        long hidden = config.hidden();
        shapes.expect("model.embed_tokens.weight", config.vocabulary().size(), hidden);
        shapes.expect("model.norm.weight", hidden);
        for (int layer = 0; layer < config.layers(); layer++) {
            shapes.attention("model.layers." + layer + ".", config);
            if (!config.sparse(layer)) {
                String network = "model.layers." + layer + ".mlp.";
                shapes.expect(network + "gate_proj.weight", config.intermediate(), hidden);
                shapes.expect(network + "up_proj.weight", config.intermediate(), hidden);
                shapes.expect(network + "down_proj.weight", hidden, config.intermediate());
            }
        }
    }

    private void attention(String layer, DecoderConfig config) {
        long hidden = config.hidden();
        long queries = config.heads().width();
        long keys = (long) config.heads().keyValues() * config.heads().size();
        expect(layer + "input_layernorm.weight", hidden);
        expect(layer + "post_attention_layernorm.weight", hidden);
        expect(layer + "self_attn.q_proj.weight", queries, hidden);
        expect(layer + "self_attn.k_proj.weight", keys, hidden);
        expect(layer + "self_attn.v_proj.weight", keys, hidden);
        expect(layer + "self_attn.o_proj.weight", hidden, queries);
    }

    private void expect(String name, long... wanted) {
        long[] found = weights.shape(name);
        if (!Arrays.equals(wanted, found)) {
            throw new Problem(
                            name
                                    + " is "
                                    + Arrays.toString(found)
                                    + ", but config.json makes it "
                                    + Arrays.toString(wanted),
                            folder.toString(),
                            "use a folder whose weights belong to its config.json")
                    .found();
        }
    }
}
