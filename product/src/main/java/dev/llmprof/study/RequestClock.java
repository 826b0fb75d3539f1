package dev.llmprof.study;

import dev.llmprof.analysis.workload.TimeBasis;

/// Whose clock the requests of a stage went by, as a [TimeBasis] names it. Where `recorded`, those
/// in the recording went by that of PyTorch's profiler.
public record RequestClock(String source, boolean recorded) {
    /// Of a stage that starts no workload.
    public static final RequestClock NONE = new RequestClock("", false);

    /// The workload's own, with no profiler at work.
    public static final RequestClock BARE = new RequestClock(TimeBasis.BARE, false);

    /// The same beside a recording of PyTorch's profiler.
    public static final RequestClock BESIDE_RECORDING = new RequestClock(TimeBasis.BARE, true);

    /// The workload's own under a tool that slows it down.
    public static RequestClock under(String tool) {
        return new RequestClock(tool, false);
    }
}
