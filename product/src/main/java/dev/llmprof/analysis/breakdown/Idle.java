package dev.llmprof.analysis.breakdown;

import dev.llmprof.trace.Lane;
import java.util.List;

/// Gaps on each stream and what they waited for: the host (the launch came late), the previous
/// kernel (a short gap), or something else.
public record Idle(List<Stream> streams) {
    /// Gaps shorter than this are the launch machinery's.
    public static final long KERNEL_WAIT_BELOW_NANOS = 30_000;

    /// One stream of one device.
    public record Stream(
            Lane lane,
            long gpuEvents,
            long hostWaitNanos,
            long kernelWaitNanos,
            long otherNanos,
            long hostWaits,
            long kernelWaits,
            long others) {
        public String device() {
            return lane.device();
        }

        public String stream() {
            return lane.stream();
        }
    }
}
