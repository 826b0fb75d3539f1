package dev.llmprof.model.vision;

import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Attention;
import dev.llmprof.model.shape.Operator.Elementwise;
import dev.llmprof.model.shape.Operator.Linear;
import dev.llmprof.model.shape.Operator.Linear.Split;
import dev.llmprof.model.shape.Operator.Norm;
import dev.llmprof.model.shape.Operator.Stored;
import java.util.List;

/// Transformer layers over the patches of a picture, without a mask.
///
/// `projected` counts the positions that go through the attention's matrices, which padding to
/// whole windows makes more than `tokens`; `scores` are all pairs of queries and keys.
record VisionLayers(
        String suffix,
        int count,
        LayerShape shape,
        double tokens,
        double projected,
        double scores) {

    void addTo(List<Operator> operators) {
        addAttention(operators);
        addFeedForward(operators);
        operators.add(
                new Elementwise(
                        "residual" + suffix,
                        2 * count,
                        tokens * shape.width(),
                        Elementwise.Arithmetic.RESIDUAL));
        if (shape.beside().own() > 0) {
            operators.add(new Stored("scales" + suffix, count, shape.beside().own()));
            operators.add(
                    new Elementwise(
                            "scale" + suffix,
                            2 * count,
                            tokens * shape.width(),
                            Elementwise.Arithmetic.SCALE));
        }
    }

    private void addAttention(List<Operator> operators) {
        long width = shape.width();
        LayerShape.Heads heads = shape.heads();
        long asked = heads.count() * heads.width();
        long kept = heads.keyValues() * heads.width();
        operators.add(norm("norm1", tokens));
        operators.add(
                linear("qkv", projected, width, asked + 2 * kept, shape.biases().in(), Split.OUT));
        addHeadNorms(operators, asked, kept);
        operators.add(
                new Attention(
                        "attention" + suffix,
                        count,
                        1,
                        projected,
                        scores,
                        scores,
                        0,
                        new Attention.Heads(
                                heads.count(), heads.width(), heads.width(), heads.keyValues()),
                        Attention.Cache.NONE));
        operators.add(linear("proj", projected, asked, width, shape.biases().out(), Split.IN));
        if (shape.beside().normsBehind()) {
            operators.add(norm("norm1_behind", tokens));
        }
    }

    private void addHeadNorms(List<Operator> operators, long asked, long kept) {
        long each = shape.heads().width();
        switch (shape.beside().headNorm()) {
            case NONE -> {}
            case ALL -> {
                operators.add(headNorm("q_norm", tokens, asked, Norm.Kind.RMS));
                operators.add(headNorm("k_norm", tokens, kept, Norm.Kind.RMS));
            }
            case HEAD -> {
                double keys = tokens * shape.heads().keyValues();
                double queries = tokens * shape.heads().count();
                operators.add(headNorm("q_norm", queries, each, Norm.Kind.RMS));
                operators.add(headNorm("k_norm", keys, each, Norm.Kind.RMS));
                operators.add(headNorm("v_norm", keys, each, Norm.Kind.RMS_WITHOUT_WEIGHT));
            }
        }
    }

    private void addFeedForward(List<Operator> operators) {
        long width = shape.width();
        long inner = shape.inner();
        boolean bias = shape.biases().feedForward();
        operators.add(norm("norm2", tokens));
        if (shape.gated()) {
            operators.add(linear("gate", tokens, width, inner, bias, Split.OUT));
        }
        operators.add(linear("fc1", tokens, width, inner, bias, Split.OUT));
        operators.add(
                new Elementwise(
                        "activation" + suffix,
                        count,
                        tokens * inner,
                        shape.gated()
                                ? Elementwise.Arithmetic.GATED_ACTIVATION
                                : Elementwise.Arithmetic.ACTIVATION));
        operators.add(linear("fc2", tokens, inner, width, bias, Split.IN));
        if (shape.beside().normsBehind()) {
            operators.add(norm("norm2_behind", tokens));
        }
    }

    private Norm norm(String name, double rows) {
        return new Norm(name + suffix, count, rows, shape.width(), shape.norm());
    }

    private Norm headNorm(String name, double rows, long width, Norm.Kind kind) {
        return new Norm(name + suffix, count, rows, width, kind);
    }

    private Linear linear(String name, double rows, long in, long out, boolean bias, Split split) {
        return new Linear(name + suffix, count, rows, in, out, bias, split);
    }
}
