package dev.llmprof.engine.vision;

import static org.bytedeco.pytorch.global.torch.conv2d;
import static org.bytedeco.pytorch.global.torch.gelu;
import static org.bytedeco.pytorch.global.torch.pad;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.engine.decoder.Layers;
import dev.llmprof.engine.weights.Weights;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;

/// The first vision encoder: windows and a few global blocks over 16-pixel patches, a neck, and two
/// strided convolutions that leave a sixteenth of the places.
final class Sam {
    private static final double EPSILON = 1e-6;
    private static final String NAME = "model.sam_model.";

    private final Tensor patches;
    private final TensorOptional patchBias;
    private final Tensor positions;
    private final List<Block> blocks = new ArrayList<>();
    private final List<Tensor> neck;
    private final List<Layers.LayerNorm> neckNorms;

    private record Block(
            long window,
            Layers.LayerNorm before,
            SamAttention attention,
            Layers.LayerNorm between,
            Layers.Linear up,
            Layers.Linear down) {

        Tensor apply(Tensor x) {
            Tensor normal = before.apply(x);
            Tensor attended = x.add(window == 0 ? attention.apply(normal) : inWindows(normal));
            Tensor inner = gelu(up.apply(between.apply(attended)), "none");
            return attended.add(down.apply(inner));
        }

        /// Padding comes after the norm, and the padded places are attended to.
        private Tensor inWindows(Tensor x) {
            long batch = x.size(0);
            long side = x.size(1);
            long width = x.size(3);
            long count = (side + window - 1) / window;
            long missing = count * window - side;
            Tensor full = missing == 0 ? x : pad(x, 0, 0, 0, missing, 0, missing);
            Tensor cut =
                    full.view(batch, count, window, count, window, width)
                            .transpose(2, 3)
                            .reshape(batch * count * count, window, window, width);
            Tensor joined =
                    attention
                            .apply(cut)
                            .view(batch, count, count, window, window, width)
                            .transpose(2, 3)
                            .reshape(batch, count * window, count * window, width);
            return joined.narrow(1, 0, side).narrow(2, 0, side);
        }
    }

    Sam(Weights weights, JsonNode config) {
        this.patches = weights.get(NAME + "patch_embed.proj.weight");
        this.patchBias = new TensorOptional(weights.get(NAME + "patch_embed.proj.bias"));
        this.positions = weights.get(NAME + "pos_embed").squeeze(0);
        Set<Integer> global = new HashSet<>();
        config.path("global_attn_indexes").forEach(index -> global.add(index.asInt()));
        for (int i = 0; i < config.path("layers").asInt(); i++) {
            blocks.add(block(weights, i, config.path("heads").asInt(), global.contains(i)));
        }
        this.neck =
                List.of(
                        weights.get(NAME + "neck.0.weight"),
                        weights.get(NAME + "neck.2.weight"),
                        weights.get(NAME + "net_2.weight"),
                        weights.get(NAME + "net_3.weight"));
        this.neckNorms =
                List.of(
                        Layers.LayerNorm.of(weights, NAME + "neck.1", EPSILON),
                        Layers.LayerNorm.of(weights, NAME + "neck.3", EPSILON));
    }

    /// `[views, 3, size, size]` to `[views, channels, size/64, size/64]`.
    Tensor apply(Tensor pixels) {
        long patch = patches.size(2);
        Tensor x =
                conv2d(
                                pixels,
                                patches,
                                patchBias,
                                new long[] {patch, patch},
                                new long[] {0, 0},
                                new long[] {1, 1},
                                1)
                        .permute(0, 2, 3, 1);
        x = x.add(Resample.square(positions, x.size(1)));
        for (Block block : blocks) {
            x = block.apply(x);
        }
        Tensor narrow = channels(neckNorms.get(0), convolved(x.permute(0, 3, 1, 2), 0, 1, 0));
        Tensor smooth = channels(neckNorms.get(1), convolved(narrow, 1, 1, 1));
        return convolved(convolved(smooth, 2, 2, 1), 3, 2, 1);
    }

    private Tensor convolved(Tensor x, int index, long stride, long padding) {
        return conv2d(
                x,
                neck.get(index),
                new TensorOptional(),
                new long[] {stride, stride},
                new long[] {padding, padding},
                new long[] {1, 1},
                1);
    }

    private static Tensor channels(Layers.LayerNorm norm, Tensor x) {
        return norm.apply(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2).contiguous();
    }

    private static Block block(Weights weights, int index, int heads, boolean global) {
        String name = NAME + "blocks." + index + ".";
        long window = global ? 0 : (weights.shape(name + "attn.rel_pos_h")[0] + 1) / 2;
        return new Block(
                window,
                Layers.LayerNorm.of(weights, name + "norm1", EPSILON),
                SamAttention.of(weights, name + "attn.", heads),
                Layers.LayerNorm.of(weights, name + "norm2", EPSILON),
                Layers.Linear.of(weights, name + "mlp.lin1"),
                Layers.Linear.of(weights, name + "mlp.lin2"));
    }
}
