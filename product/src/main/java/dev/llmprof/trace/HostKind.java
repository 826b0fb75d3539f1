package dev.llmprof.trace;

/// What a host event is; its code stands in [HostTable#kind].
public enum HostKind {
    /// A framework's operator, such as `aten::mm`.
    OPERATOR(0),
    /// A named range of the user or the framework: `record_function`, NVTX push/pop.
    RANGE(1),
    /// A call of the CUDA or HIP runtime.
    RUNTIME_CALL(2),
    /// A call of the CUDA driver.
    DRIVER_CALL(3),
    /// A PyTorch module's forward, from Python's call stack. Not a node of the operators' tree.
    MODULE(4),
    /// A range that may begin and end on different threads: NVTX start/end. Not a node of the tree.
    FREE_RANGE(5),
    /// The making of a graph's node, of no length: `correlation` is the node's number, `externalId`
    /// that of the node it was copied from.
    GRAPH_NODE(6);

    private final int code;

    HostKind(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static HostKind of(int code) {
        return switch (code) {
            case 0 -> OPERATOR;
            case 1 -> RANGE;
            case 2 -> RUNTIME_CALL;
            case 3 -> DRIVER_CALL;
            case 4 -> MODULE;
            case 5 -> FREE_RANGE;
            case 6 -> GRAPH_NODE;
            default -> throw new IllegalArgumentException("no kind of host event: " + code);
        };
    }

    public boolean isCall() {
        return this == RUNTIME_CALL || this == DRIVER_CALL;
    }

    /// Whether it takes part in the nesting of operators, ranges and calls.
    public boolean nests() {
        return this != MODULE && this != FREE_RANGE;
    }
}
