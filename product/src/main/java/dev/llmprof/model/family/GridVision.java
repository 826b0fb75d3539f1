package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Operator.Norm.Kind;
import dev.llmprof.model.shape.Vision;
import dev.llmprof.model.vision.GridTower;
import dev.llmprof.model.vision.LayerShape;
import dev.llmprof.model.vision.PictureLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Models that see through a grid of patches and mergers of squares: Qwen from VL 2 on.
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
        PictureLimits limits = limits(config);
        return text.seeing(
                config.modelType(), tower(config, vision, text.decoder().hidden(), limits));
    }

    private static PictureLimits limits(ModelConfig config) {
        String[] bounds = Families.word(config.modelType(), "pixels=").orElseThrow().split(":", 2);
        return LimitsReader.area(config, Long.parseLong(bounds[0]), Long.parseLong(bounds[1]));
    }

    private static Vision tower(
            ModelConfig config, ModelConfig vision, long hidden, PictureLimits limits) {
        return switch (grid(config).orElseThrow()) {
            case "plain" -> plain(vision, hidden, limits);
            case "windowed" -> windowed(vision, hidden, limits);
            case "deep" -> deep(vision, hidden, limits);
            default -> throw new IllegalStateException("grid of " + config.modelType());
        };
    }

    private static Vision plain(ModelConfig vision, long hidden, PictureLimits limits) {
        long width = vision.whole(1280, "embed_dim");
        double ratio = vision.number("mlp_ratio").orElse(4.0);
        long out = vision.whole(hidden, "hidden_size");
        return tower(
                vision,
                LayerShape.plain(width, heads(vision), Math.round(width * ratio)),
                0,
                List.of(merger(vision, "merger", Kind.LAYER, width, width, out)),
                limits);
    }

    private static Vision windowed(ModelConfig vision, long hidden, PictureLimits limits) {
        long width = vision.whole(1280, "hidden_size");
        long out = vision.whole(hidden, "out_hidden_size");
        long inner = vision.whole(3420, "intermediate_size");
        return tower(
                vision,
                new LayerShape(width, heads(vision), inner, Kind.RMS, true, true),
                0,
                List.of(merger(vision, "merger", Kind.RMS, width, width, out)),
                limits);
    }

    /// Hands the output of some layers on as well, each through a merger of its own.
    private static Vision deep(ModelConfig vision, long hidden, PictureLimits limits) {
        long width = vision.whole(1152, "hidden_size");
        long out = vision.whole(hidden, "out_hidden_size");
        List<GridTower.Merger> mergers = new ArrayList<>();
        mergers.add(merger(vision, "merger", Kind.LAYER, width, width, out));
        long square = square(vision, width);
        for (int i = 0; i < vision.list("deepstack_visual_indexes").size(); i++) {
            mergers.add(merger(vision, "deepstack_" + i, Kind.LAYER, width, square, out));
        }
        return tower(
                vision,
                LayerShape.plain(width, heads(vision), vision.whole(4304, "intermediate_size")),
                vision.whole(2304, "num_position_embeddings"),
                mergers,
                limits);
    }

    private static long heads(ModelConfig vision) {
        return vision.whole(16, "num_heads");
    }

    private static GridTower tower(
            ModelConfig vision,
            LayerShape shape,
            long positions,
            List<GridTower.Merger> mergers,
            PictureLimits limits) {
        long patch = vision.whole(14, "patch_size", "spatial_patch_size");
        long frames = vision.whole(2, "temporal_patch_size");
        return new GridTower(
                shape,
                (int) vision.whole(32, "depth"),
                vision.list("fullatt_block_indexes").size(),
                shape.gated() ? vision.whole(112, "window_size") / patch : 0,
                new GridTower.GridPatch(patch, frames, positions > 0, positions, false),
                limits,
                vision.whole(2, "spatial_merge_size"),
                mergers);
    }

    private static GridTower.Merger merger(
            ModelConfig vision, String name, Kind norm, long width, long normWidth, long out) {
        long square = square(vision, width);
        return new GridTower.Merger(name, norm, normWidth, List.of(square, square, out), true);
    }

    private static long square(ModelConfig vision, long width) {
        long side = vision.whole(2, "spatial_merge_size");
        return width * side * side;
    }
}
