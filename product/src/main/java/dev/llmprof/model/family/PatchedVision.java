package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.vision.LayerShape;
import dev.llmprof.model.vision.PatchTower;
import java.util.ArrayList;
import java.util.List;

/// Models that see through CLIP or SigLIP: LLaVA, PaliGemma and Gemma 3.
public final class PatchedVision implements Architecture {
    @Override
    public boolean knows(ModelConfig config) {
        return Families.has(config.modelType(), "tower=patches")
                && config.inner("vision_config").isPresent()
                && config.inner("text_config").isPresent();
    }

    @Override
    public Model read(ModelConfig config) {
        Model text = new PlainDecoder().read(config);
        ModelConfig own = config.inner("vision_config").orElseThrow();
        String kind = own.modelType();
        ModelConfig vision = own.withDefaults(Families.defaults(kind, kind));
        return text.seeing(config.modelType(), tower(config, vision, text.decoder()));
    }

    private static PatchTower tower(ModelConfig config, ModelConfig vision, Decoder decoder) {
        boolean clip = vision.modelType().startsWith("clip");
        var sizes = Sizes.of(vision);
        long width = sizes.need("hidden");
        int layers = (int) sizes.need("layers");
        int idle = idleLayers(config, layers);
        long patch = vision.whole(clip ? 32 : 16, "patch_size");
        long side = vision.whole(224, "image_size") / patch;
        return new PatchTower(
                LayerShape.plain(width, sizes.need("heads"), sizes.need("inner")),
                layers - idle,
                idle,
                new PatchTower.SquarePatches(patch, side, !clip, clip, clip),
                true,
                pooled(config, vision),
                projector(config, width, side * side, decoder.hidden()));
    }

    /// SigLIP stores a head that pools, unless told not to; nobody here runs it.
    private static boolean pooled(ModelConfig config, ModelConfig vision) {
        boolean siglip = vision.modelType().startsWith("siglip");
        boolean otherwise = siglip && Families.has(config.modelType(), "pooling_head");
        return vision.flag("vision_use_head", otherwise);
    }

    /// LLaVA takes what the last but one layer gives; the rest is stored all the same.
    private static int idleLayers(ModelConfig config, int layers) {
        if (!Families.has(config.modelType(), "idle_layers")) {
            return 0;
        }
        int taken = config.number("vision_feature_layer").orElse(-2.0).intValue();
        return taken < 0 ? -taken - 1 : Math.max(0, layers - taken);
    }

    private static PatchTower.Projector projector(
            ModelConfig config, long width, long patches, long hidden) {
        return switch (Families.word(config.modelType(), "projector=").orElseThrow()) {
            case "pooled" ->
                    new PatchTower.Projector(
                            config.whole(256, "mm_tokens_per_image"),
                            List.of(width, hidden),
                            false,
                            width);
            case "one" -> {
                long out = config.whole(hidden, "projection_dim");
                yield new PatchTower.Projector(patches, List.of(width, out), true, 0);
            }
            case "two" -> {
                List<Long> widths = new ArrayList<>(List.of(width, hidden, hidden));
                boolean bias = config.flag("multimodal_projector_bias", true);
                yield new PatchTower.Projector(patches, widths, bias, 0);
            }
            default -> throw new IllegalStateException("projector of " + config.modelType());
        };
    }
}
