package dev.llmprof.analysis.rank;

import dev.llmprof.table.LongColumn;
import dev.llmprof.table.TextColumn;

/// Stretches of time under a name, in order and without overlap.
record TimePieces(LongColumn fromNanos, LongColumn toNanos, TextColumn name) {
    int size() {
        return fromNanos.size();
    }

    /// Takes stretches in the order of their starts; of what overlaps the earlier has it.
    static final class Builder {
        private final LongColumn.Builder from = new LongColumn.Builder();
        private final LongColumn.Builder to = new LongColumn.Builder();
        private final TextColumn.Builder name = new TextColumn.Builder();
        private long doneNanos = Long.MIN_VALUE;

        void add(long start, long end, String text) {
            if (end <= doneNanos || end <= start) {
                return;
            }
            from.add(Math.max(start, doneNanos));
            to.add(end);
            name.add(text);
            doneNanos = end;
        }

        TimePieces build() {
            return new TimePieces(from.build(), to.build(), name.build());
        }
    }
}
