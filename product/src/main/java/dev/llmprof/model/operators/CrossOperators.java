package dev.llmprof.model.operators;

import dev.llmprof.model.shape.Mixer;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Attention;
import dev.llmprof.model.shape.Operator.Elementwise;
import dev.llmprof.model.shape.Operator.Linear;
import dev.llmprof.model.shape.Operator.Linear.Split;
import dev.llmprof.model.shape.Operator.Norm;
import dev.llmprof.model.shape.Operator.Stored;
import dev.llmprof.model.shape.Work;
import java.util.ArrayList;
import java.util.List;

/// The operators of layers that ask pictures: keys and values of the pictures in the prefill, the
/// rest in every pass; without pictures they are stored and nothing runs.
final class CrossOperators {
    private CrossOperators() {}

    static void add(
            List<Operator> operators, int count, Mixer.Cross cross, long hidden, Work work) {
        if (cross.seen() == 0) {
            long size =
                    running(1, cross, hidden, Work.prefill(1, 2)).stream()
                            .mapToLong(Operator::parameters)
                            .sum();
            operators.add(new Stored("cross_layer", count, size));
            return;
        }
        operators.addAll(running(count, cross, hidden, work));
    }

    private static List<Operator> running(int count, Mixer.Cross cross, long hidden, Work work) {
        List<Operator> operators = new ArrayList<>();
        addAttention(operators, count, cross, hidden, work);
        addFeedForward(operators, count, cross, hidden, work.tokens());
        operators.add(new Stored("cross.gates", count, 2));
        return operators;
    }

    private static void addAttention(
            List<Operator> operators, int count, Mixer.Cross cross, long hidden, Work work) {
        double tokens = work.tokens();
        long width = cross.heads() * cross.headWidth();
        operators.add(linear("q_proj", count, tokens, hidden, width, Split.OUT));
        operators.add(
                new Norm(
                        "cross.q_norm",
                        count,
                        tokens * cross.heads(),
                        cross.headWidth(),
                        Norm.Kind.RMS));
        addKeyValues(operators, count, cross, hidden, work);
        double pairs = work.positions() * cross.seen();
        operators.add(
                new Attention(
                        "cross.attention",
                        count,
                        work.batch(),
                        work.positions(),
                        pairs,
                        pairs,
                        (double) work.passes() * cross.seen(),
                        new Attention.Heads(
                                cross.heads(),
                                cross.headWidth(),
                                cross.headWidth(),
                                cross.keyValueHeads()),
                        new Attention.Cache(cross.keyValuesPerToken(), false)));
        operators.add(linear("o_proj", count, tokens, width, hidden, Split.IN));
    }

    private static void addKeyValues(
            List<Operator> operators, int count, Mixer.Cross cross, long hidden, Work work) {
        long keys = cross.keyValueHeads() * cross.headWidth();
        if (!work.isPrefill()) {
            long idle = 2 * hidden * keys + cross.headWidth();
            operators.add(new Stored("cross.key_values", count, idle));
            return;
        }
        double made = (double) work.batch() * cross.seen();
        double rows = made * cross.keyValueHeads();
        operators.add(linear("k_proj", count, made, hidden, keys, Split.OUT));
        operators.add(linear("v_proj", count, made, hidden, keys, Split.OUT));
        operators.add(new Norm("cross.k_norm", count, rows, cross.headWidth(), Norm.Kind.RMS));
    }

    private static void addFeedForward(
            List<Operator> operators, int count, Mixer.Cross cross, long hidden, double tokens) {
        long inner = cross.inner();
        operators.add(linear("gate_proj", count, tokens, hidden, inner, Split.OUT));
        operators.add(linear("up_proj", count, tokens, hidden, inner, Split.OUT));
        operators.add(
                new Elementwise(
                        "cross.activation",
                        count,
                        tokens * inner,
                        Elementwise.Arithmetic.GATED_ACTIVATION));
        operators.add(linear("down_proj", count, tokens, inner, hidden, Split.IN));
    }

    private static Linear linear(
            String name, int count, double rows, long in, long out, Split split) {
        return new Linear("cross." + name, count, rows, in, out, false, split);
    }
}
