package dev.llmprof.engine.vision;

import static org.bytedeco.pytorch.global.torch.cat;
import static org.bytedeco.pytorch.global.torch.scaled_dot_product_attention;
import static org.bytedeco.pytorch.global.torch.sigmoid;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.engine.decoder.Layers;
import dev.llmprof.engine.weights.Weights;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/// The second vision encoder, fed with the first one's output in place of patches.
final class Clip {
    private static final double EPSILON = 1e-5;
    private static final String NAME = "model.vision_model.";

    private final Tensor classToken;
    private final Tensor positions;
    private final Layers.LayerNorm first;
    private final List<Block> blocks = new ArrayList<>();

    private record Block(
            int heads,
            Layers.LayerNorm before,
            Layers.Linear qkv,
            Layers.Linear output,
            Layers.LayerNorm between,
            Layers.Linear up,
            Layers.Linear down) {

        Tensor apply(Tensor x) {
            Tensor attended = x.add(attention(before.apply(x)));
            Tensor inner = up.apply(between.apply(attended));
            // Quick GELU, not the exact one.
            Tensor active = inner.mul(sigmoid(inner.mul(new Scalar(1.702))));
            return attended.add(down.apply(active));
        }

        private Tensor attention(Tensor x) {
            long batch = x.size(0);
            long places = x.size(1);
            long width = x.size(2);
            Tensor all =
                    qkv.apply(x)
                            .view(batch, places, 3, heads, width / heads)
                            .permute(2, 0, 3, 1, 4);
            Tensor mixed =
                    scaled_dot_product_attention(
                            all.select(0, 0), all.select(0, 1), all.select(0, 2));
            return output.apply(mixed.transpose(1, 2).reshape(batch, places, width));
        }
    }

    Clip(Weights weights, JsonNode config) {
        this.classToken = weights.get(NAME + "embeddings.class_embedding");
        this.positions = weights.get(NAME + "embeddings.position_embedding.weight");
        this.first = Layers.LayerNorm.of(weights, NAME + "pre_layrnorm", EPSILON);
        for (int i = 0; i < config.path("layers").asInt(); i++) {
            blocks.add(block(weights, i, config.path("heads").asInt()));
        }
    }

    /// `[views, channels, side, side]` to `[views, 1 + side², width]`, class token first.
    Tensor apply(Tensor sam) {
        long views = sam.size(0);
        long width = classToken.size(0);
        Tensor places = sam.flatten(2, 3).transpose(1, 2);
        Tensor head = classToken.view(1, 1, width).expand(views, 1, width);
        Tensor x = cat(new TensorVector(head, places), 1).add(positions(sam.size(2)));
        x = first.apply(x);
        for (Block block : blocks) {
            x = block.apply(x);
        }
        return x;
    }

    /// Row 0 is the class token's; the rest is a square that is fitted to the grid.
    private Tensor positions(long side) {
        long known = Math.round(Math.sqrt((double) positions.size(0) - 1));
        Tensor square = positions.narrow(0, 1, known * known).view(known, known, -1);
        Tensor fitted = Resample.square(square, side).reshape(side * side, -1);
        return cat(new TensorVector(positions.narrow(0, 0, 1), fitted), 0).unsqueeze(0);
    }

    private static Block block(Weights weights, int index, int heads) {
        String name = NAME + "transformer.layers." + index + ".";
        return new Block(
                heads,
                Layers.LayerNorm.of(weights, name + "layer_norm1", EPSILON),
                Layers.Linear.of(weights, name + "self_attn.qkv_proj"),
                Layers.Linear.of(weights, name + "self_attn.out_proj"),
                Layers.LayerNorm.of(weights, name + "layer_norm2", EPSILON),
                Layers.Linear.of(weights, name + "mlp.fc1"),
                Layers.Linear.of(weights, name + "mlp.fc2"));
    }
}
