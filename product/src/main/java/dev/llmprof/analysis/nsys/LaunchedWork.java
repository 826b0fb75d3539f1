package dev.llmprof.analysis.nsys;

import dev.llmprof.table.LongColumn;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import java.util.Arrays;
import java.util.function.IntPredicate;

/// The GPU events of each call, by correlation id: found by sorting both, which needs less memory
/// than an index.
///
/// The events of call `k` are `gpuRows[firsts[k] … firsts[k + 1])`; calls without any are left out.
final class LaunchedWork {
    private final int[] callRows;
    private final int[] firsts;
    private final int[] gpuRows;
    private final int[] unlaunched;

    private LaunchedWork(int[] callRows, int[] firsts, int[] gpuRows, int[] unlaunched) {
        this.callRows = callRows;
        this.firsts = firsts;
        this.gpuRows = gpuRows;
        this.unlaunched = unlaunched;
    }

    static LaunchedWork of(GpuTable gpu, HostTable host) {
        IntPredicate launches =
                row -> host.correlation().get(row) != HostTable.NONE && host.kindOf(row).isCall();
        int[] calls = byCorrelation(host.correlation(), Rows.where(host.size(), launches));
        int[] events = byCorrelation(gpu.correlation(), Rows.where(gpu.size(), _ -> true));
        return new Merge(host.correlation(), gpu.correlation(), calls, events).done();
    }

    /// Walks both, sorted by correlation id, side by side.
    private static final class Merge {
        private final LongColumn callIds;
        private final LongColumn eventIds;
        private final int[] calls;
        private final int[] events;
        private final int[] callRows;
        private final int[] firsts;
        private final int[] gpuRows;
        private final int[] unlaunched;
        private int callCount;
        private int eventCount;
        private int unlaunchedCount;

        private Merge(LongColumn callIds, LongColumn eventIds, int[] calls, int[] events) {
            this.callIds = callIds;
            this.eventIds = eventIds;
            this.calls = calls;
            this.events = events;
            callRows = new int[calls.length];
            firsts = new int[calls.length + 1];
            gpuRows = new int[events.length];
            unlaunched = new int[events.length];
        }

        private LaunchedWork done() {
            int call = 0;
            for (int event = 0; event < events.length; ) {
                long id = eventIds.get(events[event]);
                while (call < calls.length && callIds.get(calls[call]) < id) {
                    call++;
                }
                boolean launched =
                        id != GpuTable.NONE
                                && call < calls.length
                                && callIds.get(calls[call]) == id;
                if (launched) {
                    callRows[callCount++] = calls[call];
                }
                event = take(event, id, launched);
                firsts[callCount] = eventCount;
            }
            return new LaunchedWork(
                    Arrays.copyOf(callRows, callCount),
                    Arrays.copyOf(firsts, callCount + 1),
                    Arrays.copyOf(gpuRows, eventCount),
                    Arrays.copyOf(unlaunched, unlaunchedCount));
        }

        /// All events of one id; gives the first of the next.
        private int take(int from, long id, boolean launched) {
            int event = from;
            for (; event < events.length && eventIds.get(events[event]) == id; event++) {
                if (launched) {
                    gpuRows[eventCount++] = events[event];
                } else {
                    unlaunched[unlaunchedCount++] = events[event];
                }
            }
            return event;
        }
    }

    int size() {
        return callRows.length;
    }

    int[] callRows() {
        return callRows;
    }

    int[] firsts() {
        return firsts;
    }

    int[] gpuRows() {
        return gpuRows;
    }

    /// Events whose launch is not in the file.
    int[] unlaunched() {
        return unlaunched;
    }

    private static int[] byCorrelation(LongColumn correlation, int[] rows) {
        return Rows.sorted(
                rows, (left, right) -> Long.compare(correlation.get(left), correlation.get(right)));
    }
}
