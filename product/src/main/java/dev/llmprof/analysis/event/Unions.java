package dev.llmprof.analysis.event;

import java.util.Arrays;

/// Many unions of time, in columns: there may be one for every range of a trace. Each takes its
/// spans in the order of their starts, as a [Union] does.
public final class Unions {
    private long[] first = new long[16];
    private long[] last = new long[16];
    private long[] covered = new long[16];
    private int size;

    /// The number of a new one, which begins there.
    public int fresh(long start) {
        if (size == first.length) {
            first = Arrays.copyOf(first, size * 2);
            last = Arrays.copyOf(last, size * 2);
            covered = Arrays.copyOf(covered, size * 2);
        }
        first[size] = start;
        last[size] = start;
        return size++;
    }

    public void add(int union, long start, long end) {
        covered[union] += Math.max(0, end - Math.max(start, last[union]));
        last[union] = Math.max(last[union], end);
    }

    public int size() {
        return size;
    }

    public long covered(int union) {
        return covered[union];
    }

    /// From the first start to the last end.
    public long span(int union) {
        return last[union] - first[union];
    }
}
