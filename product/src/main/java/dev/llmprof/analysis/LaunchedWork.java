package dev.llmprof.analysis;

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

    static LaunchedWork of(GpuTable gpu, HostTable host, IntPredicate wantedGpuRow) {
        int[] calls =
                byCorrelation(
                        host.correlation(),
                        Rows.where(
                                host.size(), row -> host.correlation().get(row) != HostTable.NONE));
        int[] events = byCorrelation(gpu.correlation(), Rows.where(gpu.size(), wantedGpuRow));
        int[] callRows = new int[calls.length];
        int[] firsts = new int[calls.length + 1];
        int[] gpuRows = new int[events.length];
        int[] unlaunched = new int[events.length];
        int callCount = 0;
        int eventCount = 0;
        int unlaunchedCount = 0;
        int at = 0;
        for (int event = 0; event < events.length; ) {
            long correlation = gpu.correlation().get(events[event]);
            while (at < calls.length && host.correlation().get(calls[at]) < correlation) {
                at++;
            }
            boolean launched =
                    correlation != GpuTable.NONE
                            && at < calls.length
                            && host.correlation().get(calls[at]) == correlation;
            if (launched) {
                callRows[callCount++] = calls[at];
            }
            for (;
                    event < events.length && gpu.correlation().get(events[event]) == correlation;
                    event++) {
                if (launched) {
                    gpuRows[eventCount++] = events[event];
                } else {
                    unlaunched[unlaunchedCount++] = events[event];
                }
            }
            firsts[callCount] = eventCount;
        }
        return new LaunchedWork(
                Arrays.copyOf(callRows, callCount),
                Arrays.copyOf(firsts, callCount + 1),
                Arrays.copyOf(gpuRows, eventCount),
                Arrays.copyOf(unlaunched, unlaunchedCount));
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
