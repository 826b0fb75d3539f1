package dev.llmprof.trace;

/// Keeps times and sizes to what a machine can have done, so that those of a whole trace add up
/// within 64 bits.
public final class SumLimit {
    /// No clock shows a time further from its beginning, so that no two are 2⁶³ ns apart.
    public static final long LATEST_NANOS = (1L << 62) - (1L << 51);

    private static final long LARGEST = 1L << 50;

    private final long most;
    private long total;
    private long beyond;

    private SumLimit(long most) {
        this.most = most;
    }

    /// Of durations: at most 13 days each, and 146 years together.
    public static SumLimit ofNanos() {
        return new SumLimit(1L << 62);
    }

    /// Of copies and allocations: at most a petabyte each, and 72 together. What operators inside
    /// each other allocate is added once more for each level.
    public static SumLimit ofBytes() {
        return new SumLimit(1L << 56);
    }

    public static boolean isTime(long nanos) {
        return -LATEST_NANOS < nanos && nanos < LATEST_NANOS;
    }

    /// The number, or 0 where it cannot be one, by itself or with those before it.
    public long within(long number) {
        if (number < 0 || number > LARGEST || number > most - total) {
            beyond++;
            return 0;
        }
        total += number;
        return number;
    }

    /// The same of one that may be less than nothing, such as what is given back.
    public long withinEitherWay(long number) {
        return number < 0 ? -within(-number) : within(number);
    }

    /// Whether the numbers that another limit let through would all pass this one.
    public boolean hasRoomFor(SumLimit more) {
        return more.beyond == 0 && more.total <= most - total;
    }

    public void addAll(SumLimit more) {
        total += more.total;
    }

    /// How many were none.
    public long beyond() {
        return beyond;
    }

    public static String endless(long events) {
        return events
                + " events would have lasted longer than 13 days; they count as events of length 0";
    }

    public static String endlessBytes(long events) {
        return events
                + " copies, messages or allocations would have had below 0 or more than a"
                + " petabyte; their bytes are not counted";
    }
}
