package dev.llmprof.model.vision;

import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Convolution;
import dev.llmprof.model.shape.Operator.Linear;
import dev.llmprof.model.shape.Operator.Linear.Split;
import dev.llmprof.model.shape.Operator.Norm;
import dev.llmprof.model.shape.Operator.Norm.Kind;
import dev.llmprof.model.shape.Operator.Stored;
import java.util.ArrayList;
import java.util.List;

/// Gemma 4's encoder of sound: two convolutions over a spectrogram, layers, and two projections. No
/// request has sound, so its operators have nothing to do: they are stored and loaded.
///
/// `kernel` is of the convolution over time, `channels` of the first two, and `out` the width that
/// the last projection is given.
public record Conformer(
        long width, int layers, long heads, long kernel, List<Long> channels, long out) {

    public Conformer {
        channels = List.copyOf(channels);
    }

    /// Before a decoder this wide.
    public List<Operator> operators(long hidden) {
        List<Operator> operators = new ArrayList<>();
        addReduced(operators, 1, channels.getFirst());
        addReduced(operators, channels.getFirst(), channels.getLast());
        // A spectrogram's bins are as many as the first channels, and each convolution halves them.
        operators.add(matrix("input_proj", 1, channels.getFirst() / 4 * channels.getLast(), width));
        addLayers(operators);
        operators.add(new Linear("output_proj", 1, 0, width, out, true, Split.WHOLE));
        operators.add(embedding(out, hidden));
        return operators;
    }

    /// What leads sound of this width into a decoder.
    public static Operator embedding(long width, long hidden) {
        return matrix("embed_audio", 1, width, hidden);
    }

    private static void addReduced(List<Operator> operators, long in, long out) {
        operators.add(new Convolution("subsample", 1, 0, 0, in, out, 9, 1, false));
        operators.add(new Norm("subsample_norm", 1, 0, out, Kind.LAYER_WITHOUT_BIAS));
    }

    /// Each has two feed-forwards, attention with relative keys, and a convolution over time.
    private void addLayers(List<Operator> operators) {
        long asked = width / heads * heads;
        operators.add(matrix("ffw_up", 2 * layers, width, 4 * width));
        operators.add(matrix("ffw_down", 2 * layers, 4 * width, width));
        operators.add(matrix("attention", 4 * layers, width, asked));
        operators.add(matrix("attention_out", layers, width, width));
        operators.add(new Stored("per_dim_scale", layers, width / heads));
        operators.add(matrix("conv_start", layers, width, 2 * width));
        operators.add(matrix("conv_end", layers, width, width));
        operators.add(
                new Convolution("depthwise", layers, 0, 0, width, width, kernel, width, false));
        operators.add(new Norm("norms", 9 * layers, 0, width, Kind.RMS));
    }

    private static Linear matrix(String name, int repeat, long in, long out) {
        return new Linear(name, repeat, 0, in, out, false, Split.WHOLE);
    }
}
