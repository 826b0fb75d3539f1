package dev.llmprof.analysis.event;

/// Where a kernel that a graph replays comes from: the operator that launched it when the graph was
/// captured, the module around it as the tool names it, and the shapes and types of the operator's
/// inputs. `module`, `shapes` and `types` are empty where they are not known.
///
/// `inOperator` is false where `operator` is only the call or the range that made the kernel;
/// `first` is true for the first kernel of an operator's call.
public record KernelOrigin(
        String operator,
        String module,
        String shapes,
        String types,
        boolean inOperator,
        boolean first) {
    public static final KernelOrigin UNKNOWN = unsure("", "");

    /// Named by something that is no operator.
    public static KernelOrigin unsure(String name, String module) {
        return new KernelOrigin(name, module, "", "", false, false);
    }

    public KernelOrigin with(String otherModule, String otherShapes) {
        return new KernelOrigin(operator, otherModule, otherShapes, types, inOperator, first);
    }
}
