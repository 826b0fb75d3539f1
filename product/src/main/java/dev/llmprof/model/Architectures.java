package dev.llmprof.model;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.cost.Parameters;
import dev.llmprof.model.family.Architecture;
import dev.llmprof.model.family.DeepSeekOcr;
import dev.llmprof.model.family.GridVision;
import dev.llmprof.model.family.JoinedVision;
import dev.llmprof.model.family.PatchedVision;
import dev.llmprof.model.family.PixtralVision;
import dev.llmprof.model.family.PlainDecoder;
import dev.llmprof.model.shape.Model;
import java.util.List;

/// The kinds of models we can read, most particular first.
public final class Architectures {
    private static final List<Architecture> ALL =
            List.of(
                    new DeepSeekOcr(),
                    new GridVision(),
                    new PixtralVision(),
                    new PatchedVision(),
                    new JoinedVision(),
                    new PlainDecoder());

    private Architectures() {}

    /// Sizes of eyes that something is divided by.
    private static final List<String> DIVISORS =
            List.of(
                    "patch_size",
                    "spatial_patch_size",
                    "image_size",
                    "num_heads",
                    "num_attention_heads",
                    "attention_heads",
                    "vt_num_attention_heads",
                    "temporal_patch_size",
                    "spatial_merge_size",
                    "merge_kernel_size",
                    "pooling_kernel_size",
                    "pixel_shuffle_ratio",
                    "window_size",
                    "scale_factor",
                    "downsample_ratio",
                    "force_image_size");

    /// Sizes that multiply to more than any file could hold are refused here, once for all.
    public static Model read(ModelConfig config) {
        config.inner("vision_config")
                .ifPresent(eyes -> {
                    eyes.needSome(DIVISORS);
                    config.needSome(DIVISORS);
                });
        Model model =
                ALL.stream()
                        .filter(architecture -> architecture.knows(config))
                        .findFirst()
                        .orElseThrow(
                                () -> new IllegalStateException("the last one knows every config"))
                        .read(config);
        Parameters.counted(model, model.precision());
        return model;
    }
}
