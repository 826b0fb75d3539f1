package dev.llmprof.analysis.kernel;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Says what a kernel does: from the operator that launched it where that is certain, from its
/// function's name else, and where that tells nothing from words of the operator.
public final class KernelCategories {
    static final KernelRules NAMES = KernelRules.read("kernels.txt");
    static final KernelRules OPERATORS = KernelRules.read("operators.txt");

    /// `aten::add_` works in place, `aten::add.Tensor` is an overload.
    private static final Pattern VARIANT = Pattern.compile("_*(\\.\\w+)?$");

    private KernelCategories() {}

    public static KernelCategory of(String kernel) {
        return named(kernel).orElse(KernelCategory.OTHER);
    }

    /// `operator` is the innermost around the launch, empty where there is none. What is named
    /// after communication communicates, whoever launched it.
    public static KernelCategory of(String kernel, String operator) {
        Optional<KernelCategory> named = named(kernel);
        if (named.equals(Optional.of(KernelCategory.COMMUNICATION))) {
            return KernelCategory.COMMUNICATION;
        }
        return ofOperator(operator)
                .or(() -> named)
                .or(() -> named(operator))
                .orElse(KernelCategory.OTHER);
    }

    /// Empty for an operator that may launch kernels of several kinds.
    public static Optional<KernelCategory> ofOperator(String operator) {
        if (operator.isEmpty()) {
            return Optional.empty();
        }
        String plain = VARIANT.matcher(operator).replaceFirst("").toLowerCase(Locale.ROOT);
        int colon = plain.lastIndexOf("::");
        String room = colon < 0 ? "" : plain.substring(0, colon);
        return OPERATORS
                .of(colon < 0 ? plain : plain.substring(colon + 2), room)
                .map(KernelRules.Rule::kind);
    }

    private static Optional<KernelCategory> named(String name) {
        KernelFunction function = KernelFunction.of(name);
        return NAMES.of(function.own(), function.around()).map(KernelRules.Rule::kind);
    }
}
