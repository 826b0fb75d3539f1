package dev.llmprof.study.perfetto;

import dev.llmprof.table.LongColumn;
import dev.llmprof.table.Rows;

/// Rows by their start, the longer first: as slices nest.
record StartOrder(LongColumn startNanos, LongColumn durationNanos) implements Rows.Order {
    @Override
    public int compare(int left, int right) {
        int starts = Long.compare(startNanos.get(left), startNanos.get(right));
        return starts != 0
                ? starts
                : Long.compare(durationNanos.get(right), durationNanos.get(left));
    }
}
