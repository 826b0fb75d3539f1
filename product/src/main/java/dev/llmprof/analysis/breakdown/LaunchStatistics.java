package dev.llmprof.analysis.breakdown;

/// GPU events beside the calls that launched them: delays, and kernels shorter than their own
/// launch.
public record LaunchStatistics(
        long pairs,
        long callNanos,
        long gpuNanos,
        long delayNanos,
        long shortKernels,
        long slowCalls,
        long longDelays,
        long mostDelayNanos,
        long startedBeforeCall) {
    public static final long SLOW_CALL_NANOS = 50_000;
    public static final long LONG_DELAY_NANOS = 100_000;
}
