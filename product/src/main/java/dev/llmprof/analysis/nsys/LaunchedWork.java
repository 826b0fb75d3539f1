package dev.llmprof.analysis.nsys;

import dev.llmprof.analysis.event.Links;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.GpuTable;

/// The GPU events of each call, as the file has them one after the other.
///
/// The events of the call in host row `c` are `gpuRows[firsts[c] … firsts[c + 1])`.
final class LaunchedWork {
    private final int[] firsts;
    private final int[] gpuRows;
    private final int[] unlaunched;

    private LaunchedWork(int[] firsts, int[] gpuRows, int[] unlaunched) {
        this.firsts = firsts;
        this.gpuRows = gpuRows;
        this.unlaunched = unlaunched;
    }

    static LaunchedWork of(GpuTable gpu, int hostRows, Links links) {
        int[] firsts = new int[hostRows + 1];
        for (int event = 0; event < gpu.size(); event++) {
            if (links.call(event) != Links.NONE) {
                firsts[links.call(event)]++;
            }
        }
        for (int call = 0; call < hostRows; call++) {
            firsts[call + 1] += firsts[call];
        }
        // Filled from the end of each call's part, so that its first is left where it belongs.
        int[] gpuRows = new int[firsts[hostRows]];
        for (int event = gpu.size() - 1; event >= 0; event--) {
            if (links.call(event) != Links.NONE) {
                gpuRows[--firsts[links.call(event)]] = event;
            }
        }
        return new LaunchedWork(
                firsts, gpuRows, Rows.where(gpu.size(), event -> links.call(event) == Links.NONE));
    }

    boolean any(int call) {
        return firsts[call] < firsts[call + 1];
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
}
