package dev.llmprof.trace;

import dev.llmprof.table.LongColumn;
import dev.llmprof.table.Symbols;
import dev.llmprof.table.TextColumn;

/// Ranges that the tool itself projected onto the GPU's timeline.
public record GpuRangeTable(TextColumn name, LongColumn startNanos, LongColumn durationNanos) {
    /// Of captures without ranges on the GPU.
    public static final GpuRangeTable NONE =
            new GpuRangeTable(TextColumn.of(), LongColumn.of(), LongColumn.of());

    public int size() {
        return startNanos.size();
    }

    /// Appends ranges one by one.
    public static final class Builder {
        private final TextColumn.Builder name;
        private final LongColumn.Builder startNanos = new LongColumn.Builder();
        private final LongColumn.Builder durationNanos = new LongColumn.Builder();

        public Builder(Symbols.Builder names) {
            name = new TextColumn.Builder(names);
        }

        public void add(int nameCode, long start, long duration) {
            name.addCode(nameCode);
            startNanos.add(start);
            durationNanos.add(duration);
        }

        /// Appends another table; `names` are the numbers of its names here.
        public void addAll(GpuRangeTable rows, int[] names) {
            name.addAll(rows.name, names);
            startNanos.addAll(rows.startNanos);
            durationNanos.addAll(rows.durationNanos);
        }

        public GpuRangeTable build(Symbols names) {
            return new GpuRangeTable(name.build(names), startNanos.build(), durationNanos.build());
        }
    }
}
