package dev.llmprof.trace;

import dev.llmprof.table.IntColumn;
import dev.llmprof.table.LongColumn;
import dev.llmprof.table.Symbols;
import dev.llmprof.table.TextColumn;

/// Functions of Python's call stack that took [#KEPT_FROM_NANOS] at least, modules apart.
///
/// `thread` is a code of [HostTable#thread].
public record FrameTable(
        TextColumn name, LongColumn startNanos, LongColumn durationNanos, IntColumn thread) {
    /// A stack has more frames than all else together, most of them a microsecond long.
    public static final long KEPT_FROM_NANOS = 10_000;

    public static final FrameTable NONE =
            new FrameTable(TextColumn.of(), LongColumn.of(), LongColumn.of(), IntColumn.of());

    public int size() {
        return startNanos.size();
    }

    public long endNanos(int row) {
        return startNanos.get(row) + durationNanos.get(row);
    }

    /// Appends frames one by one.
    public static final class Builder {
        private final TextColumn.Builder name;
        private final LongColumn.Builder startNanos = new LongColumn.Builder();
        private final LongColumn.Builder durationNanos = new LongColumn.Builder();
        private final IntColumn.Builder thread = new IntColumn.Builder();

        public Builder(Symbols.Builder names) {
            name = new TextColumn.Builder(names);
        }

        public void add(int nameCode, long start, long duration, int threadCode) {
            name.addCode(nameCode);
            startNanos.add(start);
            durationNanos.add(duration);
            thread.add(threadCode);
        }

        /// Appends another table; `names` and `threads` are the numbers of its names and threads
        /// here.
        public void addAll(FrameTable rows, int[] names, int[] threads) {
            name.addAll(rows.name, names);
            startNanos.addAll(rows.startNanos);
            durationNanos.addAll(rows.durationNanos);
            thread.addAll(rows.thread, threads);
        }

        public FrameTable build(Symbols names) {
            return new FrameTable(
                    name.build(names), startNanos.build(), durationNanos.build(), thread.build());
        }
    }
}
