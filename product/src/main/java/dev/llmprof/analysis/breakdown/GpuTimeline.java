package dev.llmprof.analysis.breakdown;

/// How long a GPU was busy, with what, and how long idle, from its first event's start to its last
/// one's end; or the sums of these over several GPUs.
///
/// In integers: computation + exposedCommunication + exposedCopy + idle = span. Exposed is what
/// nothing more useful overlaps on the same GPU.
public record GpuTimeline(
        long spanNanos,
        long busyNanos,
        long computationNanos,
        long communicationNanos,
        long exposedCommunicationNanos,
        long copyNanos,
        long exposedCopyNanos,
        long overlapNanos) {
    public static final GpuTimeline NOTHING = new GpuTimeline(0, 0, 0, 0, 0, 0, 0, 0);

    public long idleNanos() {
        return spanNanos - busyNanos;
    }

    /// The part of the span that it was busy, from 0 to 1.
    public double busyShare() {
        return spanNanos == 0 ? 0 : (double) busyNanos / spanNanos;
    }

    public GpuTimeline plus(GpuTimeline other) {
        return new GpuTimeline(
                spanNanos + other.spanNanos,
                busyNanos + other.busyNanos,
                computationNanos + other.computationNanos,
                communicationNanos + other.communicationNanos,
                exposedCommunicationNanos + other.exposedCommunicationNanos,
                copyNanos + other.copyNanos,
                exposedCopyNanos + other.exposedCopyNanos,
                overlapNanos + other.overlapNanos);
    }
}
