package dev.llmprof.trace;

/// What a GPU event is; its ordinal stands in [GpuTable#kind].
public enum GpuKind {
    KERNEL,
    COPY,
    SET;

    private static final GpuKind[] ALL = values();

    public static GpuKind of(int ordinal) {
        return ALL[ordinal];
    }
}
