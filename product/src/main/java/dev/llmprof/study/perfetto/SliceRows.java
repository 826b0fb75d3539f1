package dev.llmprof.study.perfetto;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Puts slices of one track into rows in which each lies inside or beside every other: Perfetto
/// drops a slice that overlaps its neighbour in part.
final class SliceRows {
    private final List<OpenEnds> rows = new ArrayList<>();

    private static final class OpenEnds {
        private long[] ends = new long[8];
        private int depth;

        /// Whether there is room for a slice that begins no earlier than the last one.
        boolean take(long start, long end, boolean apart) {
            while (depth > 0 && ends[depth - 1] <= start) {
                depth--;
            }
            if (depth > 0 && (apart || ends[depth - 1] < end)) {
                return false;
            }
            if (depth == ends.length) {
                ends = Arrays.copyOf(ends, depth * 2);
            }
            ends[depth++] = end;
            return true;
        }
    }

    /// The row of a slice. Slices come by their start, the longer first. `apart`: what lies inside
    /// another is no part of it, and has a row of its own.
    int of(long start, long end, boolean apart) {
        for (int row = 0; row < rows.size(); row++) {
            if (rows.get(row).take(start, end, apart)) {
                return row;
            }
        }
        var added = new OpenEnds();
        added.take(start, end, apart);
        rows.add(added);
        return rows.size() - 1;
    }
}
