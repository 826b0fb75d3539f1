package dev.llmprof.trace;

/// What a host event is; its ordinal stands in [HostTable#kind].
public enum HostKind {
    /// A framework's operator, such as `aten::mm`.
    OPERATOR,
    /// A named range of the user or the framework: `record_function`, NVTX push/pop.
    RANGE,
    /// A call of the CUDA or HIP runtime.
    RUNTIME_CALL,
    /// A call of the CUDA driver.
    DRIVER_CALL,
    /// A PyTorch module's forward, from Python's call stack. Not a node of the operators' tree.
    MODULE,
    /// A range that may begin and end on different threads: NVTX start/end. Not a node of the tree.
    FREE_RANGE;

    private static final HostKind[] ALL = values();

    public static HostKind of(int ordinal) {
        return ALL[ordinal];
    }

    public boolean isCall() {
        return this == RUNTIME_CALL || this == DRIVER_CALL;
    }

    /// Whether it takes part in the nesting of operators, ranges and calls.
    public boolean nests() {
        return this != MODULE && this != FREE_RANGE;
    }
}
