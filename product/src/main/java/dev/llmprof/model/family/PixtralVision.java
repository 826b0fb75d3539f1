package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Operator.Norm.Kind;
import dev.llmprof.model.shape.Vision;
import dev.llmprof.model.vision.GridTower;
import dev.llmprof.model.vision.LayerShape;
import java.util.ArrayList;
import java.util.List;

/// Models that see through Pixtral's tower: Mistral Small 3, and Pixtral itself.
public final class PixtralVision implements Architecture {

    @Override
    public boolean knows(ModelConfig config) {
        return Families.has(config.modelType(), "tower=pixtral")
                && config.inner("vision_config")
                        .map(ModelConfig::modelType)
                        .filter("pixtral"::equals)
                        .isPresent();
    }

    @Override
    public Model read(ModelConfig config) {
        Model text = new PlainDecoder().read(config);
        ModelConfig vision = config.inner("vision_config").orElseThrow();
        return text.seeing(config.modelType(), tower(config, vision, text.decoder().hidden()));
    }

    /// Mistral merges squares before its projector; Pixtral under LLaVA's name does not.
    private static Vision tower(ModelConfig config, ModelConfig vision, long hidden) {
        boolean merges = Families.has(config.modelType(), "merged");
        long width = vision.whole(1024, "hidden_size");
        long side = merges ? config.whole(2, "spatial_merge_size") : 1;
        boolean bias = config.flag("multimodal_projector_bias", !merges);
        return new GridTower(
                LayerShape.gated(
                        width,
                        vision.whole(16, "num_attention_heads"),
                        vision.whole(4096, "intermediate_size"),
                        LayerShape.Biases.NONE),
                (int) vision.whole(24, "num_hidden_layers"),
                0,
                0,
                new GridTower.GridPatch(vision.whole(16, "patch_size"), 1, false, 0, true),
                false,
                LimitsReader.longest(config, vision.whole(1024, "image_size")),
                side,
                mergers(merges, width, side, hidden, bias));
    }

    private static List<GridTower.Merger> mergers(
            boolean merges, long width, long side, long hidden, boolean bias) {
        List<GridTower.Merger> mergers = new ArrayList<>();
        if (merges) {
            List<Long> narrowed = List.of(width * side * side, width);
            mergers.add(
                    new GridTower.Merger("patch_merger", Kind.RMS, width, narrowed, false, false));
        }
        List<Long> widths = List.of(width, hidden, hidden);
        mergers.add(new GridTower.Merger("projector", Kind.RMS, 0, widths, bias, false));
        return mergers;
    }
}
