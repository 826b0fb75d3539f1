package dev.llmprof.analysis.event;

/// The length of a union of half-open intervals, taken in the order of their starts.
public final class Union {
    private long covered;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    public void add(long start, long end) {
        if (first == Long.MAX_VALUE) {
            first = start;
            last = start;
        }
        covered += Math.max(0, end - Math.max(start, last));
        last = Math.max(last, end);
    }

    public long covered() {
        return covered;
    }

    /// From the first start to the last end.
    public long span() {
        return first == Long.MAX_VALUE ? 0 : last - first;
    }
}
