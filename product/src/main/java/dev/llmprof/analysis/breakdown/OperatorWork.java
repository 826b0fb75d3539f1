package dev.llmprof.analysis.breakdown;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/// What one call of an operator has to do, from the shapes and types of its inputs alone.
///
/// FLOPs are those of matrix products, attention and convolutions, two for a multiply-add, as
/// PyTorch's own counter has them: attention whole, without a mask. Bytes are the least traffic:
/// each input read once, the output written once. What shapes do not tell is empty.
public record OperatorWork(OptionalDouble flops, OptionalDouble bytes, String format) {
    static final OperatorWork UNKNOWN =
            new OperatorWork(OptionalDouble.empty(), OptionalDouble.empty(), "");
    private static final Pattern UNARY =
            Pattern.compile(
                    "silu|gelu|relu|sigmoid|tanh|exp|log|sqrt|rsqrt|neg|abs|sin|cos|pow|reciprocal"
                            + "|square|clamp|clamp_min|clamp_max|erf|hardswish|leaky_relu|tril|triu"
                            + "|_softmax|_log_softmax|native_layer_norm|native_group_norm|rms_norm"
                            + "|_fused_rms_norm|cudnn_batch_norm|native_batch_norm"
                            + "|miopen_batch_norm|bitwise_not|floor|round|nan_to_num");
    private static final Pattern BINARY =
            Pattern.compile(
                    "add|sub|rsub|mul|div|maximum|minimum|where|masked_fill|threshold_backward"
                            + "|silu_backward|gelu_backward|sigmoid_backward|tanh_backward|addcmul"
                            + "|addcdiv|lerp|remainder|atan2");
    private static final Pattern COMPARISON =
            Pattern.compile("eq|ne|lt|le|gt|ge|logical_and|logical_or|logical_not|isnan|isinf");

    public static OperatorWork of(String name, String shapes, String types) {
        return of(name, shapes, types, "");
    }

    /// Shapes, types and the values of arguments as PyTorch writes them.
    static OperatorWork of(String name, String shapes, String types, String arguments) {
        Tensors in = Tensors.of(shapes, types);
        String plain = name.substring(name.lastIndexOf(':') + 1).replaceAll("_$", "");
        return product(plain, in)
                .or(() -> AttentionWork.of(plain, in))
                .or(() -> ConvolutionWork.of(plain, in, Tensors.quoted(arguments)))
                .or(() -> moved(plain, name.endsWith("_"), in))
                .orElse(UNKNOWN);
    }

    static OperatorWork of(double flops, OptionalDouble bytes, String format) {
        return new OperatorWork(OptionalDouble.of(flops), bytes, format);
    }

    private static Optional<OperatorWork> product(String plain, Tensors in) {
        return switch (plain) {
            case "mm", "_int_mm", "_scaled_mm", "mv", "dot" -> product(in, 0, 1, List.of());
            case "addmm", "addmv", "_addmm_activation" -> product(in, 1, 2, List.of(0));
            case "bmm" -> product(in, 0, 1, List.of());
            case "baddbmm" -> product(in, 1, 2, List.of(0));
            case "cutlass_scaled_mm" -> product(in, 1, 2, List.of());
            case "_grouped_mm", "_scaled_grouped_mm" -> grouped(in);
            case "linear" -> linear(in);
            case "inplace_fused_experts", "outplace_fused_experts" -> experts(in);
            default -> Optional.empty();
        };
    }

    private static Optional<OperatorWork> product(
            Tensors in, int left, int right, List<Integer> added) {
        List<Long> a = in.shape(left);
        List<Long> b = in.shape(right);
        int sides = a.size();
        int inner = Math.max(0, b.size() - 2);
        boolean fits = sides > 0 && !b.isEmpty() && a.getLast().equals(b.get(inner));
        if (!fits || sides > 3 || b.size() > sides) {
            return Optional.empty();
        }
        long columns = b.size() >= 2 ? b.getLast() : 1;
        double outputs = Tensors.elements(a.subList(0, sides - 1)) * columns;
        List<Integer> read = new ArrayList<>(added);
        read.add(left);
        read.add(right);
        return Optional.of(
                of(
                        2 * outputs * a.getLast(),
                        in.traffic(read, outputs, in.productBytes(left)),
                        in.format(left)));
    }

    /// Weights lie with their outputs first.
    private static Optional<OperatorWork> linear(Tensors in) {
        List<Long> x = in.shape(0);
        List<Long> w = in.shape(1);
        if (x.isEmpty() || w.size() != 2 || !x.getLast().equals(w.get(1))) {
            return Optional.empty();
        }
        double outputs = Tensors.elements(x) / w.get(1) * w.get(0);
        List<Integer> read = in.shape(2).isEmpty() ? List.of(0, 1) : List.of(0, 1, 2);
        return Optional.of(
                of(
                        2 * outputs * w.get(1),
                        in.traffic(read, outputs, in.productBytes(0)),
                        in.format(0)));
    }

    /// Rows in groups, each with its own matrix.
    private static Optional<OperatorWork> grouped(Tensors in) {
        List<Long> a = in.shape(0);
        List<Long> b = in.shape(1);
        if (a.size() != 2 || b.size() != 3 || !a.get(1).equals(b.get(1))) {
            return product(in, 0, 1, List.of());
        }
        double outputs = (double) a.get(0) * b.get(2);
        // How many of the matrices had rows is not told: one at least.
        OptionalDouble bytes =
                in.traffic(List.of(0), outputs + in.elements(1) / b.get(0), in.productBytes(0));
        return Optional.of(of(2 * outputs * a.get(1), bytes, in.format(0)));
    }

    // Tokens [t, width], weights [experts, 2 inner, width] and [experts, width, inner], and the
    // choices [t, k].
    private static Optional<OperatorWork> experts(Tensors in) {
        List<Long> up = in.shape(1);
        List<Long> down = in.shape(2);
        List<Long> chosen = in.shape(3);
        if (up.size() != 3 || down.size() != 3 || chosen.size() != 2) {
            return Optional.empty();
        }
        double each = (double) up.get(1) * up.get(2) + (double) down.get(1) * down.get(2);
        return Optional.of(
                of(2 * Tensors.elements(chosen) * each, OptionalDouble.empty(), in.format(0)));
    }

    /// What only moves numbers, or computes a few operations on each.
    private static Optional<OperatorWork> moved(String plain, boolean inPlace, Tensors in) {
        OptionalDouble bytes =
                switch (plain) {
                    case "copy" -> in.traffic(List.of(1), in.elements(0), in.bytes(0));
                    case "fill", "zero" -> in.traffic(List.of(), in.elements(0), in.bytes(0));
                    case "cat" -> in.traffic(in.all(), in.elementsOfAll(), in.bytes(0));
                    case "index_select" -> rows(in, 2);
                    case "embedding" -> rows(in, 1);
                    case "silu_and_mul", "gelu_and_mul", "gelu_tanh_and_mul" ->
                            in.traffic(List.of(1), in.elements(0), in.bytes(0));
                    case "fused_add_rms_norm" ->
                            in.traffic(List.of(0, 1), 2 * in.elements(0), in.bytes(0));
                    default -> elementwise(plain, inPlace, in);
                };
        return bytes.isEmpty()
                ? Optional.empty()
                : Optional.of(new OperatorWork(OptionalDouble.empty(), bytes, in.format(0)));
    }

    private static OptionalDouble elementwise(String plain, boolean inPlace, Tensors in) {
        if (UNARY.matcher(plain).matches()) {
            return in.traffic(in.all(), in.elements(0), in.bytes(0));
        }
        double outputs = inPlace ? in.elements(0) : in.broadcast();
        if (BINARY.matcher(plain).matches()) {
            return in.traffic(in.all(), outputs, in.bytes(plain.equals("where") ? 1 : 0));
        }
        return COMPARISON.matcher(plain).matches()
                ? in.traffic(in.all(), outputs, OptionalDouble.of(1))
                : OptionalDouble.empty();
    }

    /// Rows of a table: those read, those written, and their numbers.
    private static OptionalDouble rows(Tensors in, int indices) {
        if (in.shape(0).size() != 2 || in.shape(indices).isEmpty() || in.bytes(0).isEmpty()) {
            return OptionalDouble.empty();
        }
        double moved = in.elements(indices) * in.shape(0).get(1) * in.bytes(0).getAsDouble();
        return OptionalDouble.of(2 * moved + in.elements(indices) * in.bytes(indices).orElse(8));
    }
}
