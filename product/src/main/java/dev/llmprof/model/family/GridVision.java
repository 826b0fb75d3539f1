package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Norm.Kind;
import dev.llmprof.model.shape.Vision;
import dev.llmprof.model.vision.Conformer;
import dev.llmprof.model.vision.DirectEyes;
import dev.llmprof.model.vision.GridTower;
import dev.llmprof.model.vision.GridTower.GridPatch;
import dev.llmprof.model.vision.GridTower.Merger;
import dev.llmprof.model.vision.LayerShape;
import dev.llmprof.model.vision.LayerShape.Beside;
import dev.llmprof.model.vision.LayerShape.Biases;
import dev.llmprof.model.vision.LayerShape.HeadNorm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Models that see through a grid of patches and mergers of squares: Qwen from VL 2 on, GLM, Kimi
/// and Gemma 4.
public final class GridVision implements Architecture {

    @Override
    public boolean knows(ModelConfig config) {
        return grid(config).isPresent() && config.inner("vision_config").isPresent();
    }

    private static Optional<String> grid(ModelConfig config) {
        return Families.word(config.modelType(), "grid=");
    }

    @Override
    public Model read(ModelConfig config) {
        Model text = new PlainDecoder().read(config);
        ModelConfig vision = config.inner("vision_config").orElseThrow();
        var towers = new Towers(config, vision, text.decoder().hidden());
        Model seeing = text.seeing(config.modelType(), towers.named(grid(config).orElseThrow()));
        Optional<ModelConfig> audio = config.inner("audio_config");
        Optional<String> ears = Families.word(config.modelType(), "ears=");
        return audio.isEmpty() || ears.isEmpty()
                ? seeing
                : seeing.hearing(ears(ears.get(), audio.get(), text.decoder().hidden()));
    }

    private static List<Operator> ears(String word, ModelConfig audio, long hidden) {
        return switch (word) {
            case "direct" ->
                    List.of(Conformer.embedding(audio.whole(640, "audio_embed_dim"), hidden));
            case "conformer" -> conformer(audio).operators(hidden);
            default -> throw new IllegalStateException("ears=" + word);
        };
    }

    private static Conformer conformer(ModelConfig audio) {
        List<Long> channels = audio.wholes("subsampling_conv_channels");
        return new Conformer(
                audio.whole(1024, "hidden_size"),
                (int) audio.whole(12, "num_hidden_layers"),
                Math.max(1, audio.whole(8, "num_attention_heads")),
                audio.whole(5, "conv_kernel_size"),
                channels.size() == 2 ? channels : List.of(128L, 32L),
                audio.whole(1536, "output_proj_dims"));
    }

    /// One for each value of the word `grid=`; `hidden` is the decoder's width.
    private record Towers(ModelConfig config, ModelConfig vision, long hidden) {
        Vision named(String grid) {
            return switch (grid) {
                case "plain" -> plain();
                case "windowed" -> windowed();
                case "deep" -> deep();
                case "convolved" -> convolved();
                case "padded" -> padded();
                case "pooled" -> pooled();
                case "direct" -> direct();
                default -> throw new IllegalStateException("grid of " + config.modelType());
            };
        }

        private Vision plain() {
            long width = vision.whole(1280, "embed_dim");
            double ratio = vision.number("mlp_ratio").orElse(4.0);
            long out = vision.whole(hidden, "hidden_size");
            return qwen(
                    LayerShape.plain(width, heads(16), Math.round(width * ratio)),
                    0,
                    List.of(merger("merger", Kind.LAYER, width, width, out)));
        }

        private Vision windowed() {
            long width = vision.whole(1280, "hidden_size");
            long out = vision.whole(hidden, "out_hidden_size");
            long inner = vision.whole(3420, "intermediate_size");
            return qwen(
                    LayerShape.gated(width, heads(16), inner, Biases.ALL),
                    0,
                    List.of(merger("merger", Kind.RMS, width, width, out)));
        }

        /// Hands the output of some layers on as well, each through a merger of its own.
        private Vision deep() {
            long width = vision.whole(1152, "hidden_size");
            long out = vision.whole(hidden, "out_hidden_size");
            List<Merger> mergers = new ArrayList<>();
            mergers.add(merger("merger", Kind.LAYER, width, width, out));
            long square = square(width);
            for (int i = 0; i < vision.list("deepstack_visual_indexes").size(); i++) {
                mergers.add(merger("deepstack_" + i, Kind.LAYER, width, square, out));
            }
            return qwen(
                    LayerShape.plain(width, heads(16), vision.whole(4304, "intermediate_size")),
                    vision.whole(2304, "num_position_embeddings"),
                    mergers);
        }

        /// Squares are merged by a convolution, and what comes out goes through a feed-forward.
        private Vision convolved() {
            long width = vision.whole(1536, "hidden_size");
            long out = vision.whole(4096, "out_hidden_size");
            long inner = vision.whole(13696, "intermediate_size");
            long patch = vision.whole(14, "patch_size");
            long side = vision.whole(336, "image_size") / patch;
            long frames = vision.whole(2, "temporal_patch_size");
            boolean bias = vision.flag("attention_bias", false);
            // The inner width of its layers is the output's, and `intermediate_size` the merger's.
            LayerShape shape =
                    LayerShape.gated(width, heads(12), out, new Biases(bias, false, false));
            return new GridTower(
                    shape,
                    (int) vision.whole(24, "depth"),
                    0,
                    0,
                    new GridPatch(patch, frames, true, side * side, true),
                    true,
                    LimitsReader.area(config, frames, true),
                    vision.whole(2, "spatial_merge_size"),
                    List.of(
                            new Merger(
                                    "downsample",
                                    Kind.RMS,
                                    0,
                                    List.of(square(width), out),
                                    true,
                                    false),
                            new Merger("merger.proj", Kind.RMS, 0, List.of(out, out), false, false),
                            new Merger(
                                    "merger",
                                    Kind.LAYER,
                                    out,
                                    List.of(out, inner, out),
                                    false,
                                    true)));
        }

        /// Pictures keep their size and are padded to whole squares. Kimi spells its sizes in two
        /// ways.
        private Vision padded() {
            long width = vision.whole(1152, "hidden_size", "vt_hidden_size");
            long patch = vision.whole(14, "patch_size");
            long rows = vision.whole(64, "pos_emb_height", "init_pos_emb_height");
            long across = vision.whole(64, "pos_emb_width", "init_pos_emb_width");
            List<Long> kernel = vision.wholes("merge_kernel_size");
            long merge = kernel.isEmpty() ? 2 : kernel.getFirst();
            long inner = vision.whole(4304, "intermediate_size", "vt_intermediate_size");
            long heads = vision.whole(16, "num_attention_heads", "vt_num_attention_heads");
            long square = width * merge * merge;
            return new GridTower(
                    LayerShape.plain(width, heads, inner),
                    (int) vision.whole(27, "num_hidden_layers", "vt_num_hidden_layers"),
                    0,
                    0,
                    new GridPatch(patch, 1, true, rows * across, false),
                    true,
                    LimitsReader.patches(config, patch),
                    merge,
                    List.of(
                            new Merger(
                                    "projector",
                                    Kind.LAYER,
                                    config.whole(width, "projection_hidden_size"),
                                    List.of(square, square, hidden),
                                    true,
                                    false)));
        }

        /// Squares are pooled, and every picture takes as much of the tower as the largest.
        private Vision pooled() {
            long width = vision.whole(768, "hidden_size");
            long heads = vision.whole(12, "num_attention_heads");
            long headWidth = vision.whole(64, "head_dim");
            long keyValues = vision.whole(12, "num_key_value_heads");
            var shape =
                    new LayerShape(
                            width,
                            new LayerShape.Heads(heads, keyValues, headWidth),
                            vision.whole(3072, "intermediate_size"),
                            Kind.RMS,
                            Biases.NONE,
                            true,
                            new Beside(HeadNorm.HEAD, true, 0));
            long rows = 2 * vision.whole(10240, "position_embedding_size");
            Kind norm = Kind.RMS_WITHOUT_WEIGHT;
            return new GridTower(
                    shape,
                    (int) vision.whole(16, "num_hidden_layers"),
                    0,
                    0,
                    new GridPatch(vision.whole(16, "patch_size"), 1, false, rows, false),
                    false,
                    LimitsReader.budget(config),
                    vision.whole(3, "pooling_kernel_size"),
                    List.of(
                            new Merger(
                                    "projector",
                                    norm,
                                    width,
                                    List.of(width, hidden),
                                    false,
                                    false)));
        }

        private Vision direct() {
            long width = vision.whole(3840, "mm_embed_dim");
            long side = vision.whole(16, "patch_size") * vision.whole(3, "pooling_kernel_size");
            return new DirectEyes(
                    side,
                    width,
                    2 * vision.whole(1120, "mm_posemb_size"),
                    vision.whole(3840, "output_proj_dims"),
                    hidden,
                    LimitsReader.budget(config));
        }

        private long heads(long otherwise) {
            return vision.whole(otherwise, "num_heads");
        }

        private GridTower qwen(LayerShape shape, long positions, List<Merger> mergers) {
            long patch = vision.whole(14, "patch_size", "spatial_patch_size");
            long frames = vision.whole(2, "temporal_patch_size");
            long merge = vision.whole(2, "spatial_merge_size");
            long windowed = vision.whole(112, "window_size");
            return new GridTower(
                    shape,
                    (int) vision.whole(32, "depth"),
                    vision.list("fullatt_block_indexes").size(),
                    shape.gated() ? Math.max(1, windowed / merge / patch) : 0,
                    new GridPatch(patch, frames, positions > 0, positions, false),
                    false,
                    LimitsReader.area(config, 1, false),
                    merge,
                    mergers);
        }

        private Merger merger(String name, Kind norm, long width, long normWidth, long out) {
            long square = square(width);
            return new Merger(name, norm, normWidth, List.of(square, square, out), true, false);
        }

        private long square(long width) {
            long side = vision.whole(2, "spatial_merge_size");
            return width * side * side;
        }
    }
}
