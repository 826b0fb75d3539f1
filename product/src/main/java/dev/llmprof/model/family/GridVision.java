package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Operator.Norm.Kind;
import dev.llmprof.model.shape.Vision;
import dev.llmprof.model.vision.GridTower;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Models that see through a grid of patches: Qwen2-VL, Qwen2.5-VL, Qwen3-VL, Qwen3.5, Mistral
/// Small 3 and Pixtral.
public final class GridVision implements Architecture {

    @Override
    public boolean knows(ModelConfig config) {
        Optional<ModelConfig> vision = config.inner("vision_config");
        return switch (config.modelType()) {
            case "qwen2_vl", "qwen2_5_vl", "qwen3_vl", "qwen3_vl_moe", "qwen3_5", "qwen3_5_moe" ->
                    vision.isPresent();
            case "mistral3", "llava" ->
                    vision.map(ModelConfig::modelType).filter("pixtral"::equals).isPresent();
            default -> false;
        };
    }

    @Override
    public Model read(ModelConfig config) {
        Model text = new PlainDecoder().read(config);
        ModelConfig vision = config.inner("vision_config").orElseThrow();
        return text.seeing(config.modelType(), tower(config, vision, text.decoder().hidden()));
    }

    private static Vision tower(ModelConfig config, ModelConfig vision, long hidden) {
        return switch (config.modelType()) {
            case "qwen2_vl" -> second(vision, hidden);
            case "qwen2_5_vl" -> windowed(vision, hidden);
            case "mistral3", "llava" -> pixtral(config, vision, hidden);
            default -> third(vision, hidden);
        };
    }

    private static Vision second(ModelConfig vision, long hidden) {
        long width = vision.whole(1280, "embed_dim");
        double ratio = vision.number("mlp_ratio").orElse(4.0);
        long out = vision.whole(hidden, "hidden_size");
        return tower(
                vision,
                width,
                Math.round(width * ratio),
                0,
                Kind.LAYER,
                false,
                List.of(merger(vision, "merger", Kind.LAYER, width, width, out)));
    }

    private static Vision windowed(ModelConfig vision, long hidden) {
        long width = vision.whole(1280, "hidden_size");
        long out = vision.whole(hidden, "out_hidden_size");
        return tower(
                vision,
                width,
                vision.whole(3420, "intermediate_size"),
                0,
                Kind.RMS,
                true,
                List.of(merger(vision, "merger", Kind.RMS, width, width, out)));
    }

    /// Qwen3-VL hands the output of some layers on as well, each through a merger of its own.
    private static Vision third(ModelConfig vision, long hidden) {
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
                width,
                vision.whole(4304, "intermediate_size"),
                vision.whole(2304, "num_position_embeddings"),
                Kind.LAYER,
                false,
                mergers);
    }

    private static GridTower tower(
            ModelConfig vision,
            long width,
            long inner,
            long positions,
            Kind norm,
            boolean gated,
            List<GridTower.Merger> mergers) {
        long patch = vision.whole(14, "patch_size", "spatial_patch_size");
        return new GridTower(
                width,
                vision.whole(16, "num_heads"),
                (int) vision.whole(32, "depth"),
                vision.list("fullatt_block_indexes").size(),
                inner,
                patch,
                vision.whole(2, "temporal_patch_size"),
                positions > 0,
                positions,
                false,
                vision.whole(2, "spatial_merge_size"),
                gated ? vision.whole(112, "window_size") / patch : 0,
                norm,
                true,
                gated,
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

    /// Mistral merges squares before its projector; Pixtral under LLaVA's name does not.
    private static Vision pixtral(ModelConfig config, ModelConfig vision, long hidden) {
        boolean merges = config.modelType().equals("mistral3");
        long width = vision.whole(1024, "hidden_size");
        long side = merges ? config.whole(2, "spatial_merge_size") : 1;
        boolean bias = config.flag("multimodal_projector_bias", !merges);
        return new GridTower(
                width,
                vision.whole(16, "num_attention_heads"),
                (int) vision.whole(24, "num_hidden_layers"),
                0,
                vision.whole(4096, "intermediate_size"),
                vision.whole(16, "patch_size"),
                1,
                false,
                0,
                true,
                side,
                0,
                Kind.RMS,
                false,
                true,
                mergers(merges, width, side, hidden, bias));
    }

    private static List<GridTower.Merger> mergers(
            boolean merges, long width, long side, long hidden, boolean bias) {
        List<GridTower.Merger> mergers = new ArrayList<>();
        if (merges) {
            List<Long> narrowed = List.of(width * side * side, width);
            mergers.add(new GridTower.Merger("patch_merger", Kind.RMS, width, narrowed, false));
        }
        List<Long> widths = List.of(width, hidden, hidden);
        mergers.add(new GridTower.Merger("projector", Kind.RMS, 0, widths, bias));
        return mergers;
    }
}
