package dev.llmprof.analysis.prediction;

import java.util.regex.Pattern;

/// What model and framework operators have in common, so that a bound meets its measurement.
///
/// Experts are matrix products to the framework, so both count as one class.
public enum OperatorClass {
    MATRIX("matrix products"),
    ATTENTION("attention"),
    CONVOLUTION("convolution"),
    NORM("norm"),
    OTHER("everything else");

    /// `mm`, `addmm`, `_scaled_mm`, `mv`, `matmul`, `mkldnn_linear`, `cutlass_gemm` …
    private static final Pattern PRODUCT =
            Pattern.compile(".*(mm|mv|matmul|(?<!bi|tri)linear|gemm)");

    /// All experts of a layer in one operator.
    private static final Pattern EXPERTS =
            Pattern.compile(".*(fused_moe|fused_experts|moe_forward(_shared)?)");

    private static final Pattern ATTEND = Pattern.compile(".*(attention|attn|fmha).*");
    private static final Pattern NORMALISE = Pattern.compile(".*norm(?!al).*");

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

    /// `addmv` of `aten::addmv_`.
    static String plain(String name) {
        return name.substring(name.lastIndexOf(':') + 1).replaceAll("_+$", "");
    }

    static boolean isExperts(String name) {
        return EXPERTS.matcher(plain(name)).matches();
    }

    /// Of a framework's operator, by its name: `aten::mm`, or `aten::addmv_` where it is in place.
    static OperatorClass ofOperator(String name) {
        String plain = plain(name);
        if (PRODUCT.matcher(plain).matches() || isExperts(name)) {
            return MATRIX;
        }
        if (ATTEND.matcher(plain).matches()) {
            return ATTENTION;
        }
        if (plain.contains("conv") && !plain.contains("convert")) {
            return CONVOLUTION;
        }
        return NORMALISE.matcher(plain).matches() ? NORM : OTHER;
    }
}
