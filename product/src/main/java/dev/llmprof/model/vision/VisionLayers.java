package dev.llmprof.model.vision;

import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Attention;
import dev.llmprof.model.shape.Operator.Elementwise;
import dev.llmprof.model.shape.Operator.Linear;
import dev.llmprof.model.shape.Operator.Linear.Split;
import dev.llmprof.model.shape.Operator.Norm;
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
        long width = shape.width();
        long inner = shape.inner();
        addAttention(operators);
        operators.add(norm("norm2", tokens));
        if (shape.gated()) {
            operators.add(linear("gate", tokens, width, inner, Split.OUT));
        }
        operators.add(linear("fc1", tokens, width, inner, Split.OUT));
        operators.add(
                new Elementwise(
                        "activation" + suffix,
                        count,
                        tokens * inner,
                        shape.gated()
                                ? Elementwise.Arithmetic.GATED_ACTIVATION
                                : Elementwise.Arithmetic.ACTIVATION));
        operators.add(linear("fc2", tokens, inner, width, Split.IN));
        operators.add(
                new Elementwise(
                        "residual" + suffix,
                        2 * count,
                        tokens * width,
                        Elementwise.Arithmetic.RESIDUAL));
    }

    private void addAttention(List<Operator> operators) {
        long width = shape.width();
        long heads = shape.heads();
        operators.add(norm("norm1", tokens));
        operators.add(linear("qkv", projected, width, 3 * width, Split.OUT));
        operators.add(
                new Attention(
                        "attention" + suffix,
                        count,
                        1,
                        projected,
                        scores,
                        scores,
                        0,
                        new Attention.Heads(heads, width / heads, width / heads, heads),
                        Attention.Cache.NONE));
        operators.add(linear("proj", projected, width, width, Split.IN));
    }

    private Norm norm(String name, double rows) {
        return new Norm(name + suffix, count, rows, shape.width(), shape.norm());
    }

    private Linear linear(String name, double rows, long in, long out, Split split) {
        return new Linear(name + suffix, count, rows, in, out, shape.bias(), split);
    }
}
