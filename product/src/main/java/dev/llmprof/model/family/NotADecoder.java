package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.problem.Problem;
import java.util.List;
import java.util.Set;

/// Models of other kinds, told before they would be counted as what they are not.
final class NotADecoder {
    private static final Set<String> ENCODERS =
            Set.of(
                    ("bert roberta distilbert albert electra deberta deberta-v2 mpnet xlm-roberta"
                                    + " camembert modernbert nomic_bert big_bird longformer funnel"
                                    + " xlm ernie mobilebert squeezebert layoutlm layoutlmv3 esm vit"
                                    + " clip siglip siglip2 dinov2 dinov3_vit swin convnext beit deit"
                                    + " sam sam2 detr wav2vec2 hubert wavlm resnet")
                            .split(" "));
    private static final List<String> HEADS =
            List.of("ForMaskedLM", "ForPreTraining", "ForImageClassification");

    private NotADecoder() {}

    /// Speaks up only for types nobody here knows.
    static void refuse(ModelConfig config) {
        String type = config.modelType();
        boolean both = config.flag("is_encoder_decoder", false);
        boolean masked =
                config.architectures().stream()
                        .anyMatch(name -> HEADS.stream().anyMatch(name::endsWith));
        if (both || masked || ENCODERS.contains(type)) {
            throw new Problem(
                            "'%s' is %s; only models that generate text by a decoder alone are counted"
                                    .formatted(
                                            type,
                                            both ? "an encoder with a decoder" : "an encoder"),
                            config.at(),
                            "give the config.json of a decoder: Llama, Qwen, Mistral, DeepSeek …")
                    .found();
        }
    }
}
