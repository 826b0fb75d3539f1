package dev.llmprof.table.parquet;

import java.util.Arrays;

/// Parquet's runs of small numbers: which cells are there, and codes of a dictionary.
final class Levels {
    private Levels() {}

    /// A page's beginning where cells may be absent: for each cell whether it is there.
    static ByteSink of(boolean[] there, int count) {
        long[] present = new long[count];
        for (int at = 0; at < count; at++) {
            present[at] = there[at] ? 1 : 0;
        }
        ByteSink levels = new ByteSink();
        runs(levels, present, count, 1);
        ByteSink page = new ByteSink();
        page.addInt((int) levels.size());
        page.add(levels);
        return page;
    }

    /// One run where all are equal, else all in their bits, filled up to a multiple of eight.
    static void runs(ByteSink body, long[] values, int count, int width) {
        if (count == 0) {
            return;
        }
        if (allEqual(values, count)) {
            body.addVarint((long) count << 1);
            for (int shift = 0; shift < width; shift += 8) {
                body.add((int) (values[0] >>> shift));
            }
            return;
        }
        int groups = (count + 7) / 8;
        body.addVarint(((long) groups << 1) | 1);
        body.addBits(Arrays.copyOf(values, groups * 8), 0, groups * 8, width);
    }

    private static boolean allEqual(long[] values, int count) {
        for (int at = 1; at < count; at++) {
            if (values[at] != values[0]) {
                return false;
            }
        }
        return true;
    }
}
