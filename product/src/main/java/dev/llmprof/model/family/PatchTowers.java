package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Operator.Norm.Kind;
import dev.llmprof.model.vision.LayerShape;
import dev.llmprof.model.vision.LayerShape.Beside;
import dev.llmprof.model.vision.LayerShape.Biases;
import dev.llmprof.model.vision.LayerShape.HeadNorm;
import dev.llmprof.model.vision.PatchTower;
import dev.llmprof.model.vision.PatchTower.Projector;
import dev.llmprof.model.vision.PatchTower.SquarePatches;
import dev.llmprof.problem.Problem;
import java.util.List;

/// A tower over square views, as the words of its own type and of the whole model have it. `vision`
/// describes the tower, `hidden` is the decoder's width.
record PatchTowers(ModelConfig config, ModelConfig vision, String kind, long hidden) {

    /// Some name no type, and the model's says which it is.
    static boolean knows(ModelConfig own) {
        return own.modelType().isEmpty() || Families.has(own.modelType(), "view_tower");
    }

    static PatchTower of(ModelConfig config, ModelConfig own, long hidden) {
        String named = own.modelType();
        String kind =
                named.isEmpty() ? Families.word(config.modelType(), "sees=").orElseThrow() : named;
        ModelConfig vision = own.withDefaults(Families.defaults(kind, kind));
        String type = config.modelType();
        ModelConfig whole = config.withDefaults(Families.defaults(type, type));
        return new PatchTowers(whole, vision, kind, hidden).read();
    }

    private PatchTower read() {
        var sizes = Sizes.of(vision);
        int layers = (int) sizes.need("layers");
        int idle = idleLayers(layers);
        long patch = first("patch_size", 16);
        long pixels = config.whole(first("image_size", 224), "force_image_size");
        long side = pixels / patch;
        if (side < 1) {
            throw new Problem(
                            "a view of " + pixels + " pixels has no patch of " + patch,
                            vision.at(),
                            "check image_size and patch_size")
                    .found();
        }
        return new PatchTower(
                shape(sizes),
                layers - idle,
                idle,
                patches(patch, side),
                has("post_norm") || (has("post_norm_unless_pooled") && !pools()),
                pooled(),
                projector(side),
                new TilingReader(config, pixels, side).read());
    }

    /// A size that may be given for both sides.
    private long first(String key, long otherwise) {
        List<Long> sides = vision.wholes(key);
        return sides.isEmpty() ? vision.whole(otherwise, key) : sides.getFirst();
    }

    private boolean has(String word) {
        return Families.has(kind, word);
    }

    private boolean pools() {
        return vision.flag("use_mean_pooling", true);
    }

    private LayerShape shape(Sizes sizes) {
        long width = sizes.need("hidden");
        LayerShape plain = LayerShape.plain(width, sizes.need("heads"), sizes.need("inner"));
        if (!has("scaled")) {
            return plain;
        }
        boolean rms = vision.text("norm_type").filter("rms_norm"::equals).isPresent();
        boolean normed = vision.flag("use_qk_norm", vision.flag("qk_normalization", false));
        boolean bias = vision.flag("attention_bias", vision.flag("qkv_bias", false));
        return new LayerShape(
                width,
                plain.heads(),
                plain.inner(),
                rms ? Kind.RMS : Kind.LAYER,
                new Biases(bias, true, true),
                false,
                new Beside(normed ? HeadNorm.ALL : HeadNorm.NONE, false, 2 * width));
    }

    private SquarePatches patches(long patch, long side) {
        boolean classToken = has("class_token");
        long positions = side * side + (classToken ? 1 : 0);
        long kept = vision.flag("use_absolute_position_embeddings", true) ? positions : 0;
        long mask = has("scaled") && vision.flag("use_mask_token", false) ? 1 : 0;
        return new SquarePatches(
                patch, side, has("patch_bias"), classToken, has("pre_norm"), kept + mask);
    }

    /// SigLIP stores a head that pools, unless told not to; nobody here runs it.
    private boolean pooled() {
        return vision.flag("vision_use_head", has("stored_head"));
    }

    /// LLaVA takes what the last but one layer gives, or what several give; the rest is stored all
    /// the same.
    private int idleLayers(int layers) {
        if (!Families.has(config.modelType(), "idle_layers")) {
            return 0;
        }
        return taken().stream().mapToInt(taken -> idleBehind(taken, layers)).min().orElse(0);
    }

    private static int idleBehind(int taken, int layers) {
        return taken < 0 ? -taken - 1 : Math.max(0, layers - taken);
    }

    private List<Integer> taken() {
        List<Integer> several =
                config.list("vision_feature_layer").stream()
                        .filter(Number.class::isInstance)
                        .map(layer -> ((Number) layer).intValue())
                        .toList();
        return several.isEmpty()
                ? List.of(config.number("vision_feature_layer").orElse(-2.0).intValue())
                : several;
    }

    private Projector projector(long side) {
        long width = Sizes.of(vision).need("hidden");
        long patches = side * side;
        return switch (Families.word(config.modelType(), "projector=").orElseThrow()) {
            case "pooled" -> {
                long tokens = config.whole(256, "mm_tokens_per_image");
                yield new Projector(tokens, List.of(width, hidden), false, width, Kind.RMS, 0);
            }
            case "one" -> {
                long out = config.whole(hidden, "projection_dim");
                yield new Projector(patches, List.of(width, out), true, 0, Kind.RMS, 0);
            }
            case "two" -> two(width, patches);
            case "shuffled" -> shuffled(width, side);
            case "squares" -> {
                long merge = config.whole(2, "scale_factor");
                List<Long> widths = List.of(width * merge * merge, hidden);
                yield new Projector(patches / (merge * merge), widths, false, 0, Kind.RMS, 0);
            }
            case "adapter" -> adapter(side);
            default -> throw new IllegalStateException("projector of " + config.modelType());
        };
    }

    /// The first position is left out, a class token or not, unless all are asked for.
    private Projector two(long width, long patches) {
        String strategy = config.text("vision_feature_select_strategy").orElse("default");
        long positions = patches + (has("class_token") ? 1 : 0);
        long in = width * (config.list("vision_feature_layer").isEmpty() ? 1 : taken().size());
        boolean between = Families.has(config.modelType(), "newline");
        return new Projector(
                strategy.equals("full") ? positions : positions - 1,
                List.of(in, hidden, hidden),
                config.flag("multimodal_projector_bias", true),
                0,
                Kind.RMS,
                between ? hidden : 0);
    }

    private Projector shuffled(long width, long side) {
        double ratio = config.number("downsample_ratio").orElse(0.5);
        long merge = Math.max(1, (long) Math.floor(1 / ratio));
        long square = width * merge * merge;
        List<Long> widths = List.of(square, hidden, hidden);
        long along = side / merge;
        return new Projector(along * along, widths, true, square, Kind.LAYER, 0);
    }

    private Projector adapter(long side) {
        double ratio = vision.number("pixel_shuffle_ratio").orElse(0.5);
        long along = (long) (side * ratio);
        return new Projector(
                along * along,
                List.of(
                        Sizes.of(vision).need("inner"),
                        vision.whole(4096, "projector_input_dim"),
                        vision.whole(4096, "projector_output_dim"),
                        hidden),
                false,
                0,
                Kind.RMS,
                0);
    }
}
