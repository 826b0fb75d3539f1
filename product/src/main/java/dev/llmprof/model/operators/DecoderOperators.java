package dev.llmprof.model.operators;

import dev.llmprof.model.shape.Convention;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.FeedForward;
import dev.llmprof.model.shape.Mixer;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Elementwise;
import dev.llmprof.model.shape.Operator.Embedding;
import dev.llmprof.model.shape.Operator.Linear;
import dev.llmprof.model.shape.Operator.Linear.Split;
import dev.llmprof.model.shape.Operator.Norm;
import dev.llmprof.model.shape.Operator.RotaryAngles;
import dev.llmprof.model.shape.Operator.Stored;
import dev.llmprof.model.shape.Repeated;
import dev.llmprof.model.shape.Work;
import java.util.ArrayList;
import java.util.List;

/// The operators of a decoder for some work.
public final class DecoderOperators {
    private DecoderOperators() {}

    public static List<Operator> of(Decoder decoder, Work work, Convention convention) {
        List<Operator> operators = new ArrayList<>(32);
        addInput(operators, decoder, work);
        for (Repeated<Mixer> mixer : decoder.mixers()) {
            MixerOperators.add(operators, mixer, decoder.hidden(), work, convention);
        }
        for (Repeated<FeedForward> feedForward : decoder.feedForwards()) {
            FeedForwardOperators.add(operators, feedForward, decoder.hidden(), work.tokens());
        }
        addBetween(operators, decoder, work);
        addHead(operators, decoder, work, convention);
        return operators;
    }

    /// Those of one layer, without norms, for its matrices.
    public static List<Operator> ofLayer(Mixer mixer, FeedForward feedForward, long hidden) {
        List<Operator> operators = new ArrayList<>();
        Work work = Work.prefill(1, 2);
        MixerOperators.add(operators, new Repeated<>(1, mixer), hidden, work, Convention.EXACT);
        FeedForwardOperators.add(operators, new Repeated<>(1, feedForward), hidden, work.tokens());
        return operators;
    }

    private static void addInput(List<Operator> operators, Decoder decoder, Work work) {
        double tokens = work.tokens();
        operators.add(
                new Embedding(
                        "embed_tokens", 1, tokens, decoder.vocabulary(), decoder.embeddingWidth()));
        decoder.input()
                .secondTable()
                .ifPresent(table ->
                        operators.add(
                                new Embedding(
                                        "embed_tokens_per_layer",
                                        1,
                                        tokens,
                                        table.rows(),
                                        table.width())));
        if (decoder.input().positionRows() > 0) {
            operators.add(
                    new Embedding(
                            "embed_positions",
                            1,
                            tokens,
                            decoder.input().positionRows(),
                            decoder.hidden()));
        }
        if (decoder.embeddingWidth() != decoder.hidden()) {
            operators.add(whole("project_in", tokens, decoder.embeddingWidth(), decoder.hidden()));
        }
        decoder.input()
                .norm()
                .ifPresent(kind ->
                        operators.add(new Norm("embed_norm", 1, tokens, decoder.hidden(), kind)));
        if (decoder.angles().tables() > 0) {
            operators.add(
                    new RotaryAngles(
                            "rotary_angles",
                            decoder.angles().tables(),
                            tokens,
                            decoder.angles().frequencies()));
        }
    }

    private static void addBetween(List<Operator> operators, Decoder decoder, Work work) {
        int layers = decoder.layers();
        if (decoder.norms().perLayer() > 0) {
            operators.add(
                    new Norm(
                            "layer_norm",
                            layers * decoder.norms().perLayer(),
                            work.tokens(),
                            decoder.hidden(),
                            decoder.norms().kind()));
        }
        operators.add(
                new Elementwise(
                        "residual",
                        2 * layers,
                        work.tokens() * decoder.hidden(),
                        Elementwise.Arithmetic.RESIDUAL));
    }

    private static void addHead(
            List<Operator> operators, Decoder decoder, Work work, Convention convention) {
        double rows =
                convention.logits() == Convention.Logits.ALL
                        ? work.tokens()
                        : (double) work.batch() * work.passes();
        if (decoder.norms().last()) {
            operators.add(
                    new Norm("norm", 1, work.tokens(), decoder.hidden(), decoder.norms().kind()));
        }
        if (decoder.embeddingWidth() != decoder.hidden()) {
            operators.add(whole("project_out", rows, decoder.hidden(), decoder.embeddingWidth()));
        }
        Decoder.Head head = decoder.head();
        String name = head.rows() == decoder.vocabulary() ? "lm_head" : "score";
        if (head.rows() > 0) {
            operators.add(
                    new Linear(
                            name,
                            1,
                            rows,
                            decoder.embeddingWidth(),
                            head.rows(),
                            false,
                            Split.OUT));
        }
        if (head.bias()) {
            operators.add(new Stored(name + ".bias", 1, head.rows()));
        }
    }

    private static Linear whole(String name, double tokens, long in, long out) {
        return new Linear(name, 1, tokens, in, out, false, Split.WHOLE);
    }
}
