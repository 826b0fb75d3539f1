package dev.llmprof.trace;

/// Keeps durations to what a clock can show, so that those of a whole trace add up within 64 bits.
public final class DurationLimit {
    private static final long LONGEST_NANOS = 1L << 50;
    private static final long TOTAL_NANOS = 1L << 62;

    private long totalNanos;
    private long beyond;

    /// The duration, or 0 where it cannot be one: longer than 13 days, or than 146 years with those
    /// before it.
    public long within(long nanos) {
        if (nanos > LONGEST_NANOS || nanos > TOTAL_NANOS - totalNanos) {
            beyond++;
            return 0;
        }
        totalNanos += nanos;
        return nanos;
    }

    /// Whether the durations that another limit let through would all pass this one.
    public boolean hasRoomFor(DurationLimit more) {
        return more.beyond == 0 && more.totalNanos <= TOTAL_NANOS - totalNanos;
    }

    public void addAll(DurationLimit more) {
        totalNanos += more.totalNanos;
    }

    /// How many were none.
    public long beyond() {
        return beyond;
    }

    public static String remark(long events) {
        return events
                + " events would have lasted longer than 13 days; they count as events of length 0";
    }
}
