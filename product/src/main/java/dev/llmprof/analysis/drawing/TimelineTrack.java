package dev.llmprof.analysis.drawing;

import dev.llmprof.trace.Trace;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;

/// The events of one line of a drawing, by their rows: a capture has millions, and each is only an
/// object while it is looked at.
final class TimelineTrack extends AbstractList<TimelineTrack.Event> implements RandomAccess {
    private final Trace trace;
    private final boolean onGpu;
    private int[] rows = new int[16];
    private int size;

    TimelineTrack(Trace trace, boolean onGpu) {
        this.trace = trace;
        this.onGpu = onGpu;
    }

    /// An event as it is drawn.
    record Event(long startNanos, long durationNanos, int nameCode, boolean onGpu) {
        long endNanos() {
            return startNanos + durationNanos;
        }
    }

    void addRow(int row) {
        if (size == rows.length) {
            rows = Arrays.copyOf(rows, size * 2);
        }
        rows[size++] = row;
    }

    @Override
    public Event get(int at) {
        int row = rows[at];
        if (onGpu) {
            var gpu = trace.gpu();
            return new Event(
                    gpu.startNanos().get(row),
                    gpu.durationNanos().get(row),
                    gpu.name().code(row),
                    true);
        }
        var host = trace.host();
        return new Event(
                host.startNanos().get(row),
                host.durationNanos().get(row),
                host.name().code(row),
                false);
    }

    @Override
    public int size() {
        return size;
    }
}
