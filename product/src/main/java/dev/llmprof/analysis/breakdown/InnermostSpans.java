package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.event.Unions;
import dev.llmprof.table.LongIndex;
import java.util.Arrays;

/// The work of each range in each stream, when it is the innermost around the launch. Most ranges
/// launch into one stream only; the others are found by an index.
final class InnermostSpans {
    private static final int NONE = -1;

    private final Unions unions = new Unions();
    private final LongIndex others = new LongIndex();
    private int[] ranges = new int[16];
    private int[] lanes = new int[16];
    private int[] firstOfSlot = new int[0];

    int size() {
        return unions.size();
    }

    int range(int at) {
        return ranges[at];
    }

    long spanNanos(int at) {
        return unions.span(at);
    }

    /// `slot` numbers the ranges that launch anything.
    void add(int range, int slot, int lane, long start, long end) {
        unions.add(union(range, slot, lane, start), start, end);
    }

    private int union(int range, int slot, int lane, long start) {
        if (slot >= firstOfSlot.length) {
            int old = firstOfSlot.length;
            firstOfSlot = Arrays.copyOf(firstOfSlot, Math.max(16, slot * 2));
            Arrays.fill(firstOfSlot, old, firstOfSlot.length, NONE);
        }
        int first = firstOfSlot[slot];
        if (first == NONE) {
            firstOfSlot[slot] = fresh(range, lane, start);
            return firstOfSlot[slot];
        }
        if (lanes[first] == lane) {
            return first;
        }
        long key = ((long) range << 32) | lane;
        int known = others.get(key);
        if (known == LongIndex.NONE) {
            known = fresh(range, lane, start);
            others.putIfAbsent(key, known);
        }
        return known;
    }

    private int fresh(int range, int lane, long start) {
        int at = unions.fresh(start);
        if (at == ranges.length) {
            ranges = Arrays.copyOf(ranges, at * 2);
            lanes = Arrays.copyOf(lanes, at * 2);
        }
        ranges[at] = range;
        lanes[at] = lane;
        return at;
    }
}
