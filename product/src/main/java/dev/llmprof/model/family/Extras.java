package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Mixer;
import dev.llmprof.model.shape.Mixer.Recurrent;
import dev.llmprof.model.shape.Mixer.Recurrent.Kernel;
import dev.llmprof.model.shape.Mixer.Recurrent.Projection;
import dev.llmprof.model.shape.Mixer.Recurrent.Width;
import dev.llmprof.model.shape.Operator.Linear.Split;
import dev.llmprof.model.shape.Operator.Norm.Kind;
import java.util.ArrayList;
import java.util.List;

/// Small matrices, norms and numbers that single families have in every layer beside attention and
/// feed-forward.
final class Extras {
    private Extras() {}

    static List<Mixer> beside(ModelConfig config, Family family, Sizes sizes) {
        List<Mixer> parts = new ArrayList<>();
        if (family.has("beside=activation_numbers")) {
            parts.add(numbers("activation", 2));
        }
        if (family.has("beside=sub_norms")) {
            parts.add(
                    norms(
                            new Width("attn_sub_norm", sizes.need("hidden"), 1, Kind.RMS),
                            new Width("ffn_sub_norm", sizes.need("inner"), 1, Kind.RMS)));
        }
        long perLayer = OnceInAModel.perLayerWidth(config, family);
        if (perLayer > 0) {
            parts.add(perLayerInput(perLayer, sizes.need("hidden")));
        }
        if (family.has("beside=streams")) {
            parts.add(mixed(config, sizes));
        }
        if (family.has("mixture=beside_dense") && config.flag("enable_moe_block", false)) {
            long hidden = sizes.need("hidden");
            parts.add(norms(new Width("expert_norms", hidden, 3, Kind.RMS)));
            parts.add(numbers("router_scale", 3 * hidden));
        }
        return parts;
    }

    /// A gate and a projection for what a second embedding says to this layer.
    private static Mixer perLayerInput(long width, long hidden) {
        return new Recurrent(
                "per_layer",
                List.of(whole("input_gate", hidden, width), whole("projection", width, hidden)),
                List.of(new Width("norm", hidden, 1, Kind.RMS)),
                Kernel.NONE,
                0,
                0,
                0);
    }

    /// Several residual streams mixed by small matrices, and a low-rank path around the layer.
    private static Mixer mixed(ModelConfig config, Sizes sizes) {
        long hidden = sizes.need("hidden");
        long streams = config.whole(4, "altup_num_inputs");
        long rank = config.whole(64, "laurel_rank");
        return new Recurrent(
                "altup",
                List.of(
                        whole("modality_router", hidden, streams),
                        whole("prediction", streams, streams * streams),
                        whole("correction", streams, streams),
                        whole("laurel_left", hidden, rank),
                        whole("laurel_right", rank, hidden)),
                List.of(
                        new Width("router_norm", hidden, 1, Kind.RMS),
                        new Width("laurel_norm", hidden, 1, Kind.RMS)),
                Kernel.NONE,
                hidden,
                0,
                2 * streams * streams * hidden);
    }

    private static Mixer numbers(String name, long count) {
        return new Recurrent(name, List.of(), List.of(), Kernel.NONE, count, 0, 0);
    }

    private static Mixer norms(Width... widths) {
        return new Recurrent("beside", List.of(), List.of(widths), Kernel.NONE, 0, 0, 0);
    }

    private static Projection whole(String name, long in, long out) {
        return new Projection(name, in, out, false, Split.WHOLE);
    }
}
