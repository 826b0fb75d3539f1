package dev.llmprof.analysis.ncu;

/// What keeps a kernel from being faster.
public enum NcuBound {
    COMPUTE("compute_bound"),
    MEMORY("memory_bound"),
    BALANCED("balanced"),

    /// Neither is much used: the kernel waits, or is too small to fill the device.
    LATENCY("latency_bound"),
    UNKNOWN("unknown");

    private final String label;

    NcuBound(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
