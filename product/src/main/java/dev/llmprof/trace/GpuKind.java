package dev.llmprof.trace;

/// What a GPU event is; its code stands in [GpuTable#kind].
public enum GpuKind {
    KERNEL(0),
    COPY(1),
    SET(2),
    /// A CUDA graph that was recorded whole, without its kernels.
    GRAPH(3);

    private final int code;

    GpuKind(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static GpuKind of(int code) {
        return switch (code) {
            case 0 -> KERNEL;
            case 1 -> COPY;
            case 2 -> SET;
            case 3 -> GRAPH;
            default -> throw new IllegalArgumentException("no kind of GPU event: " + code);
        };
    }
}
