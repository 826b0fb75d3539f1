package dev.llmprof.analysis.event;

/// How calls are named that return when the device is done: CUDA's and HIP's, Level Zero's, and
/// those of SYCL's runtimes.
public final class WaitingCalls {
    /// A part of a pattern.
    public static final String NAMES = "Synchronize|^(?:ur|pi)(?:QueueFinish|Events?Wait)$";

    private WaitingCalls() {}
}
