package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Caveat;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.vision.OcrVision;
import dev.llmprof.model.vision.SamEncoder;
import dev.llmprof.problem.Problem;
import java.util.List;
import java.util.Optional;

/// DeepSeek-OCR and models with the same eyes: SAM and CLIP before a mixture-of-experts decoder.
public final class DeepSeekOcr implements Architecture {
    private static final String SAM = "sam_vit_b";
    private static final String CLIP = "clip-l-14-224";

    @Override
    public boolean knows(ModelConfig config) {
        return config.inner("vision_config")
                .flatMap(vision -> vision.inner("width"))
                .filter(width -> width.has(SAM) && width.has(CLIP))
                .isPresent();
    }

    @Override
    public Model read(ModelConfig config) {
        Model text = new PlainDecoder().read(config);
        config.ignore(
                "candidate_resolutions",
                "global_view_pos",
                "tile_tag",
                "language_config",
                "qk_nope_head_dim",
                "qk_rope_head_dim",
                "v_head_dim",
                "projector_config");
        OcrVision vision = vision(config, text.decoder());
        // The text model was read from a copy, which has its own notes of what was asked.
        List<String> unknown =
                text.unknownKeys().stream().filter(config.unasked()::contains).toList();
        boolean unsure = unknown.stream().anyMatch(config.unaskedSizes()::contains);
        return new Model(
                text.name(),
                "deepseek_ocr",
                unsure ? List.of(Caveat.UNSURE) : List.of(),
                withAnglesInEveryLayer(text.decoder()),
                Optional.of(vision),
                List.of(),
                text.stored(),
                text.precision(),
                text.longestContext(),
                unknown,
                List.of(),
                Optional.empty());
    }

    private static OcrVision vision(ModelConfig config, Decoder decoder) {
        ModelConfig vision = part(config, "vision_config");
        ModelConfig widths = part(vision, "width");
        ModelConfig sam = part(widths, SAM);
        ModelConfig clip = part(widths, CLIP);
        sam.needSome(List.of("patch_size"));
        clip.needSome(List.of("patch_size"));
        Optional<ModelConfig> projector = config.inner("projector_config");
        long clipWidth = clip.need("CLIP width", "width");
        SamEncoder encoder = sam(vision, sam);
        long joined = clipWidth + encoder.compressor().getLast();
        return new OcrVision(
                encoder,
                clip(clip, clipWidth),
                projector.map(inner -> inner.whole(joined, "input_dim")).orElse(joined),
                projector
                        .map(inner -> inner.whole(decoder.hidden(), "n_embed"))
                        .orElse(decoder.hidden()));
    }

    private static ModelConfig part(ModelConfig config, String key) {
        return config.inner(key)
                .orElseThrow(() ->
                        new Problem(
                                        "no " + key + " in this config.json",
                                        config.at(),
                                        "take the config.json that lies beside the weights: it"
                                                + " describes SAM and CLIP in vision_config.width")
                                .found());
    }

    /// What the config does not say, the model's own code has as constants.
    private static SamEncoder sam(ModelConfig vision, ModelConfig sam) {
        long width = sam.need("SAM width", "width");
        long patch = sam.whole(16, "patch_size");
        sam.needSome(List.of("downsample_channels"));
        List<Long> channels = sam.wholes("downsample_channels");
        if (channels.size() < sam.list("downsample_channels").size()) {
            throw new Problem(
                            "downsample_channels is " + sam.list("downsample_channels"),
                            sam.at(),
                            "a list of numbers")
                    .found();
        }
        return new SamEncoder(
                width,
                sam.need("SAM heads", "heads"),
                (int) sam.need("SAM layers", "layers"),
                sam.list("global_attn_indexes").size(),
                sam.whole(4 * width, "intermediate_size", "mlp_dim"),
                sam.whole(14, "window_size"),
                patch,
                sam.whole(vision.whole(1024, "image_size"), "image_size") / patch,
                sam.whole(256, "neck_channels", "out_chans", "output_channels"),
                Operator.Norm.Kind.CHANNEL,
                channels.isEmpty() ? List.of(512L, 1024L) : channels);
    }

    private static OcrVision.Clip clip(ModelConfig clip, long width) {
        long patch = clip.whole(14, "patch_size");
        long side = clip.whole(224, "image_size") / patch;
        return new OcrVision.Clip(
                width,
                clip.need("CLIP heads", "heads"),
                (int) clip.need("CLIP layers", "layers"),
                clip.whole(4 * width, "intermediate_size", "mlp_dim"),
                patch,
                side * side + 1);
    }

    /// Its attention makes the rotary angles anew in each layer.
    private static Decoder withAnglesInEveryLayer(Decoder decoder) {
        return decoder.with(new Decoder.Angles(decoder.layers(), decoder.angles().frequencies()));
    }
}
