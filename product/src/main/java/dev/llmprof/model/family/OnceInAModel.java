package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.Mixer;
import dev.llmprof.model.shape.Mixer.Recurrent;
import dev.llmprof.model.shape.Mixer.Recurrent.Kernel;
import dev.llmprof.model.shape.Mixer.Recurrent.Projection;
import dev.llmprof.model.shape.Mixer.Recurrent.Width;
import dev.llmprof.model.shape.Operator.Linear.Split;
import dev.llmprof.model.shape.Operator.Norm.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What stands once in a model, before its first layer: of Gemma 3n and 4 a second embedding with a
/// row's part for every layer, its projection, and projections to further residual streams; of
/// others rows of the embedding beside the vocabulary.
final class OnceInAModel {
    private OnceInAModel() {}

    static Optional<Decoder.Table> table(ModelConfig config, Family family, int layers) {
        long width = perLayerWidth(config, family);
        if (width == 0) {
            return Optional.empty();
        }
        long rows = config.whole(262_144, "vocab_size_per_layer_input");
        return Optional.of(new Decoder.Table(rows, layers * width));
    }

    /// The first layer's mixer, with what stands before it.
    static Mixer with(Mixer first, ModelConfig config, Family family, long hidden, int layers) {
        long spare = family.word("spare_rows=").map(Long::parseLong).orElse(0L) * hidden;
        if (spare > 0) {
            var rows = new Recurrent("spare_rows", List.of(), List.of(), Kernel.NONE, spare, 0, 0);
            return new Mixer.Joined(List.of(rows, first));
        }
        long width = perLayerWidth(config, family);
        if (width == 0) {
            return first;
        }
        List<Projection> projections = new ArrayList<>();
        projections.add(
                new Projection("per_layer_projection", hidden, layers * width, false, Split.WHOLE));
        long streams = family.has("beside=streams") ? config.whole(4, "altup_num_inputs") : 1;
        for (int stream = 1; stream < streams; stream++) {
            projections.add(new Projection("project", hidden, hidden, false, Split.WHOLE));
            projections.add(new Projection("unembed", hidden, hidden, false, Split.WHOLE));
        }
        var before =
                new Recurrent(
                        "input",
                        projections,
                        List.of(new Width("norm", width, layers, Kind.RMS)),
                        Kernel.NONE,
                        0,
                        0,
                        0);
        return new Mixer.Joined(List.of(before, first));
    }

    static long perLayerWidth(ModelConfig config, Family family) {
        return family.word("per_layer_input=")
                .map(width -> config.whole(Long.parseLong(width), "hidden_size_per_layer_input"))
                .orElse(0L);
    }
}
