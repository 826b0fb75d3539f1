package dev.llmprof.analysis;

import java.util.Set;

/// What model and framework operators have in common, so that a bound meets its measurement.
///
/// Experts are matrix products to the framework, so both count as one class.
public enum OperatorClass {
    MATRIX("matrix products"),
    ATTENTION("attention"),
    CONVOLUTION("convolution"),
    NORM("norm"),
    OTHER("everything else");

    private static final Set<String> PRODUCTS =
            Set.of(
                    "mm",
                    "addmm",
                    "bmm",
                    "baddbmm",
                    "matmul",
                    "linear",
                    "_grouped_mm",
                    "_scaled_mm",
                    "mkldnn_linear",
                    "mv",
                    "addmv");

    private final String label;

    OperatorClass(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /// Of an operator of the static analysis, by its kind.
    static OperatorClass ofKind(String kind) {
        return switch (kind) {
            case "linear", "experts" -> MATRIX;
            case "attention" -> ATTENTION;
            case "convolution" -> CONVOLUTION;
            case "norm" -> NORM;
            default -> OTHER;
        };
    }

    /// Of a framework's operator, by its name: `aten::mm`.
    static OperatorClass ofOperator(String name) {
        String plain = name.substring(name.lastIndexOf(':') + 1);
        if (PRODUCTS.contains(plain)) {
            return MATRIX;
        }
        if (plain.contains("attention")) {
            return ATTENTION;
        }
        if (plain.contains("conv")) {
            return CONVOLUTION;
        }
        return plain.contains("norm") ? NORM : OTHER;
    }
}
