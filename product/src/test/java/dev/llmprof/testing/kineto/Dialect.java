package dev.llmprof.testing.kineto;

/// How a build of the profiler spells what it saw: whose runtime it listens to, in the words of its
/// year.
public enum Dialect {
    CUDA(1, "cuda"),
    HIP(1, "hip"),
    CUDA_2021(1_000, "cuda");

    private final long grainNanos;
    private final String vendor;

    Dialect(long grainNanos, String vendor) {
        this.grainNanos = grainNanos;
        this.vendor = vendor;
    }

    /// The shortest time that it can tell.
    long grainNanos() {
        return grainNanos;
    }

    /// `cudaLaunchKernel` or `hipLaunchKernel`, of `LaunchKernel`.
    String call(String what) {
        return vendor + what;
    }

    boolean old() {
        return this == CUDA_2021;
    }

    /// Only roctracer writes beside a launch what was launched.
    boolean namesLaunchedKernels() {
        return this == HIP;
    }

    String category(HostEvent.Kind kind) {
        return switch (kind) {
            case OPERATOR -> old() ? "Operator" : "cpu_op";
            case RANGE -> old() ? "Operator" : "user_annotation";
            case RUNTIME_CALL -> old() ? "Runtime" : "cuda_runtime";
            case DRIVER_CALL -> "cuda_driver";
            case FRAME -> "python_function";
        };
    }

    String category(GpuEvent.Kind kind) {
        return switch (kind) {
            case KERNEL -> old() ? "Kernel" : "kernel";
            case COPY -> old() ? "Memcpy" : "gpu_memcpy";
            case SET -> old() ? "Memset" : "gpu_memset";
        };
    }
}
