package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.operators.DecoderOperators;
import dev.llmprof.model.shape.Convention;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Repeated;
import dev.llmprof.model.shape.Work;
import java.util.List;

/// Multi-token prediction modules: layers that a checkpoint stores and plain decoding never runs.
public final class Predictors {
    private Predictors() {}

    static List<Operator> of(ModelConfig config, Decoder decoder, List<String> notes) {
        long modules = Sizes.of(config).or("predictors", 0);
        if (modules == 0) {
            return List.of();
        }
        long each = parameters(decoder);
        notes.add(
                "%d multi-token prediction module(s) of %,d parameters are stored beside the model"
                        .formatted(modules, each));
        return List.of(new Operator.Stored("multi_token_prediction", (int) modules, each));
    }

    /// One more layer of the last kind, a projection of two hidden states to one, three norms, and
    /// copies of the embedding and the head.
    public static long parameters(Decoder decoder) {
        long layer =
                DecoderOperators.of(layer(decoder), Work.prefill(1, 2), Convention.EXACT).stream()
                        .mapToLong(Operator::parameters)
                        .sum();
        return layer + 2 * decoder.hidden() * decoder.hidden() + 2 * decoder.hidden();
    }

    /// A model of the last layer alone, with an embedding and a head.
    public static Decoder layer(Decoder decoder) {
        Decoder.Norms norms = decoder.norms();
        return new Decoder(
                decoder.hidden(),
                decoder.vocabulary(),
                decoder.embeddingWidth(),
                new Decoder.Head(decoder.vocabulary(), false, false),
                Decoder.Input.PLAIN,
                new Decoder.Norms(norms.kind(), norms.perLayer(), true),
                Decoder.Angles.NONE,
                List.of(new Repeated<>(1, decoder.mixers().getLast().value())),
                List.of(new Repeated<>(1, decoder.feedForwards().getLast().value())));
    }
}
