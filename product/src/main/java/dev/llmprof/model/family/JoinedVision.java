package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Operator.Norm.Kind;
import dev.llmprof.model.vision.JoinedTower;
import dev.llmprof.model.vision.LayerShape;
import dev.llmprof.model.vision.LayerShape.Beside;
import dev.llmprof.model.vision.LayerShape.Biases;
import java.util.List;

/// Models whose tower sees all tiles of a picture at once and whose decoder asks what it gives in
/// layers of their own: Llama 3.2.
public final class JoinedVision implements Architecture {
    @Override
    public boolean knows(ModelConfig config) {
        return Families.has(config.modelType(), "tower=joined")
                && config.inner("vision_config").isPresent();
    }

    @Override
    public Model read(ModelConfig config) {
        Model text = new PlainDecoder().read(config);
        ModelConfig vision = config.inner("vision_config").orElseThrow();
        return text.seeing(config.modelType(), tower(vision, text.decoder().hidden()));
    }

    private static JoinedTower tower(ModelConfig vision, long hidden) {
        long width = vision.whole(1280, "hidden_size");
        long heads = vision.whole(16, "attention_heads", "num_attention_heads");
        long patch = vision.whole(14, "patch_size");
        long pixels = vision.whole(448, "image_size");
        int tiles = (int) vision.whole(4, "max_num_tiles");
        List<?> shapes = vision.list("supported_aspect_ratios");
        List<?> between = vision.list("intermediate_layers_indices");
        return new JoinedTower(
                new LayerShape(
                        width,
                        LayerShape.Heads.of(width, heads),
                        vision.whole(5120, "intermediate_size"),
                        Kind.LAYER,
                        new Biases(false, false, true),
                        false,
                        Beside.NONE),
                (int) vision.whole(32, "num_hidden_layers"),
                (int) vision.whole(8, "num_global_layers"),
                patch,
                pixels / patch,
                tiles,
                shapes.isEmpty() ? 8 : shapes.size(),
                vision.whole(
                        width * (1 + (between.isEmpty() ? 5 : between.size())),
                        "vision_output_dim"),
                hidden);
    }
}
