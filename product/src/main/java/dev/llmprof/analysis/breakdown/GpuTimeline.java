package dev.llmprof.analysis.breakdown;

import java.util.SortedMap;

/// How long the GPUs were busy, with what, and how long idle, from the first event's start to the
/// last one's end.
///
/// In integers: computation + exposedCommunication + exposedCopy + idle = span. Exposed is what
/// nothing more useful overlaps.
public record GpuTimeline(
        long spanNanos,
        long busyNanos,
        long computationNanos,
        long communicationNanos,
        long exposedCommunicationNanos,
        long copyNanos,
        long exposedCopyNanos,
        long overlapNanos,
        SortedMap<String, Long> busyNanosByDevice) {
    public long idleNanos() {
        return spanNanos - busyNanos;
    }
}
