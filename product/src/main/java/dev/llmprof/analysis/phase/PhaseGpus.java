package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.event.Union;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The time in which a phase's work ran: on any GPU, and on each.
final class PhaseGpus {
    private final Union any = new Union();
    private final SortedMap<String, OnGpu> each = new TreeMap<>();

    private static final class OnGpu {
        private final Union union = new Union();
        private long nanos;
    }

    /// In the order of the starts.
    void add(String device, long startNanos, long endNanos) {
        any.add(startNanos, endNanos);
        OnGpu gpu = each.computeIfAbsent(device, _ -> new OnGpu());
        gpu.union.add(startNanos, endNanos);
        gpu.nanos += endNanos - startNanos;
    }

    long busyNanos() {
        return any.covered();
    }

    List<Phases.OnGpu> rows(String phase) {
        return each.entrySet().stream()
                .map(gpu ->
                        new Phases.OnGpu(
                                phase,
                                gpu.getKey(),
                                gpu.getValue().nanos,
                                gpu.getValue().union.covered()))
                .toList();
    }
}
