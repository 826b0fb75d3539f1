package dev.llmprof.analysis.prediction;

import dev.llmprof.analysis.event.Shapes;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Linear.Split;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What tells one operator from another by its shapes alone, on paper and in a trace: the two sides
/// of its weights, or an attention's heads and their width.
///
/// A convolution is taken as the product it is computed as, a norm has only a width.
public record Signature(OperatorClass kind, long in, long out) {
    private static final Set<String> LOOKUPS = Set.of("embedding", "index_select");

    /// Of an operator of the model; several where its parts run one by one, none where its shape
    /// says nothing.
    public static List<Signature> of(Operator operator) {
        return of(operator, 1);
    }

    /// As one of `tensor` GPUs that share the matrices runs it.
    static List<Signature> of(Operator operator, int tensor) {
        return switch (operator) {
            case Operator.Linear it -> List.of(linear(it, it.out(), tensor));
            case Operator.Experts it ->
                    List.of(
                            product(it.width(), it.inner()),
                            product(it.inner(), it.width()),
                            product(it.width(), 2 * it.inner()));
            case Operator.Attention it ->
                    List.of(
                            new Signature(
                                    OperatorClass.ATTENTION,
                                    it.heads().count() % tensor == 0
                                            ? it.heads().count() / tensor
                                            : it.heads().count(),
                                    it.heads().scoreWidth()));
            case Operator.RelativePositions it ->
                    List.of(new Signature(OperatorClass.ATTENTION, it.heads(), it.headWidth()));
            case Operator.Convolution it ->
                    List.of(
                            new Signature(
                                    OperatorClass.CONVOLUTION,
                                    it.inChannels() / it.groups() * it.kernel(),
                                    it.outChannels()));
            case Operator.Norm it -> List.of(new Signature(OperatorClass.NORM, 1, it.width()));
            case Operator.Embedding it ->
                    List.of(new Signature(OperatorClass.OTHER, it.rows(), it.width()));
            case Operator.Elementwise _,
                    Operator.Scan _,
                    Operator.RotaryAngles _,
                    Operator.Stored _ ->
                    List.of();
        };
    }

    /// A product with some or all outputs of a matrix, or with a matrix and its neighbours.
    static Signature linear(Operator.Linear linear, long out, int tensor) {
        boolean byInput = linear.split() == Split.IN && linear.in() % tensor == 0;
        boolean byOutput = linear.split() == Split.OUT && out % tensor == 0;
        return product(byInput ? linear.in() / tensor : linear.in(), byOutput ? out / tensor : out);
    }

    private static Signature product(long in, long out) {
        return new Signature(OperatorClass.MATRIX, in, out);
    }

    /// Of an operator that ran; both readings of a shape whose heads stand second or third.
    static List<Signature> of(String name, Shapes shapes) {
        String plain = OperatorClass.plain(name);
        List<Long> first = shapes.input(0);
        return switch (OperatorClass.ofOperator(name)) {
            case MATRIX -> weights(plain, shapes).stream().toList();
            case ATTENTION -> heads(first);
            case CONVOLUTION -> convolution(shapes.input(1)).stream().toList();
            case NORM ->
                    first.isEmpty()
                            ? List.of()
                            : List.of(new Signature(OperatorClass.NORM, 1, first.getLast()));
            case OTHER ->
                    LOOKUPS.contains(plain) && first.size() == 2
                            ? List.of(
                                    new Signature(OperatorClass.OTHER, first.get(0), first.get(1)))
                            : List.of();
        };
    }

    /// A product with weights; one of two activations has none.
    private static Optional<Signature> weights(String plain, Shapes shapes) {
        return switch (plain) {
            case "mm", "matmul", "_scaled_mm", "_int_mm" -> columns(shapes.input(1));
            case "addmm" -> columns(shapes.input(2));
            case "mv" -> rows(shapes.input(0));
            case "addmv" -> rows(shapes.input(1));
            case "linear", "mkldnn_linear", "_mkl_linear" -> rows(shapes.input(1));
            case "_grouped_mm" -> grouped(shapes.input(1));
            default -> Optional.empty();
        };
    }

    private static Optional<Signature> columns(List<Long> matrix) {
        return matrix.size() == 2
                ? Optional.of(product(matrix.get(0), matrix.get(1)))
                : Optional.empty();
    }

    private static Optional<Signature> rows(List<Long> matrix) {
        return matrix.size() == 2
                ? Optional.of(product(matrix.get(1), matrix.get(0)))
                : Optional.empty();
    }

    private static Optional<Signature> grouped(List<Long> matrices) {
        return matrices.size() == 3
                ? Optional.of(product(matrices.get(1), matrices.get(2)))
                : Optional.empty();
    }

    private static Optional<Signature> convolution(List<Long> weight) {
        if (weight.size() < 3) {
            return Optional.empty();
        }
        long in = 1;
        for (long side : weight.subList(1, weight.size())) {
            in *= side;
        }
        return Optional.of(new Signature(OperatorClass.CONVOLUTION, in, weight.getFirst()));
    }

    private static List<Signature> heads(List<Long> query) {
        if (query.size() < 3) {
            return List.of();
        }
        long width = query.getLast();
        var near = new Signature(OperatorClass.ATTENTION, query.get(1), width);
        return query.size() == 3
                ? List.of(near)
                : List.of(near, new Signature(OperatorClass.ATTENTION, query.get(2), width));
    }
}
