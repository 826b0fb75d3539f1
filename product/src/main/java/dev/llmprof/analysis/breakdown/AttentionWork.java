package dev.llmprof.analysis.breakdown;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// What an attention has to do: scores and their sum over the values, every query with every key.
final class AttentionWork {
    /// Scores again, and the gradients of scores, values, queries and keys.
    private static final double BACKWARD_PRODUCTS = 5;

    private AttentionWork() {}

    static Optional<OperatorWork> of(String plain, Tensors in) {
        return switch (plain) {
            case "scaled_dot_product_attention",
                    "_scaled_dot_product_flash_attention",
                    "_scaled_dot_product_efficient_attention",
                    "_scaled_dot_product_cudnn_attention",
                    "_cudnn_attention_forward" ->
                    forward(in, 2);
            case "_flash_attention_forward",
                    "_efficient_attention_forward",
                    "_flash_attn_forward",
                    "flash_attn_func" ->
                    forward(in, 1);
            case "_scaled_dot_product_flash_attention_backward",
                    "_scaled_dot_product_efficient_attention_backward",
                    "_scaled_dot_product_cudnn_attention_backward" ->
                    backward(in, 2);
            case "_flash_attention_backward", "_efficient_attention_backward" -> backward(in, 1);
            default -> Optional.empty();
        };
    }

    /// Heads and positions are the middle two sides; `positions` says which are they. Packed
    /// sequences have three sides and do not tell their lengths.
    private static Optional<OperatorWork> forward(Tensors in, int positions) {
        List<Long> query = in.shape(0);
        OptionalDouble bytes = in.traffic(List.of(0, 1, 2), in.elements(0), in.bytes(0));
        if (query.size() == 3) {
            return Optional.of(new OperatorWork(OptionalDouble.empty(), bytes, in.format(0)));
        }
        return scores(in, 0, positions)
                .map(scores ->
                        OperatorWork.of(
                                2 * scores * (query.get(3) + in.shape(2).getLast()),
                                bytes,
                                in.format(0)));
    }

    /// Of the output's gradient, queries, keys, values and the output.
    private static Optional<OperatorWork> backward(Tensors in, int positions) {
        double written = in.elements(1) + in.elements(2) + in.elements(3);
        return scores(in, 1, positions)
                .map(scores ->
                        OperatorWork.of(
                                2 * BACKWARD_PRODUCTS * scores * in.shape(1).get(3),
                                in.traffic(List.of(0, 1, 2, 3, 1), written, in.bytes(1)),
                                in.format(1)));
    }

    private static Optional<Double> scores(Tensors in, int first, int positions) {
        List<Long> query = in.shape(first);
        List<Long> key = in.shape(first + 1);
        boolean whole = query.size() == 4 && key.size() == 4 && in.shape(first + 2).size() == 4;
        int heads = 3 - positions;
        return whole
                ? Optional.of(
                        (double) query.get(0)
                                * query.get(heads)
                                * query.get(positions)
                                * key.get(positions))
                : Optional.empty();
    }
}
