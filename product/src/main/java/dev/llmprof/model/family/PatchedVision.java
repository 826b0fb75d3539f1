package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Model;

/// Models that see through a tower over square views: LLaVA, PaliGemma, Gemma 3, InternVL, Llama 4
/// and SmolVLM.
public final class PatchedVision implements Architecture {
    @Override
    public boolean knows(ModelConfig config) {
        return Families.has(config.modelType(), "tower=patches")
                && config.inner("vision_config").filter(PatchTowers::knows).isPresent()
                && PlainDecoder.textOf(config) != config;
    }

    @Override
    public Model read(ModelConfig config) {
        Model text = new PlainDecoder().read(config);
        ModelConfig own = config.inner("vision_config").orElseThrow();
        return text.seeing(
                config.modelType(), PatchTowers.of(config, own, text.decoder().hidden()));
    }
}
