package dev.llmprof.trace.kineto;

import dev.llmprof.table.Symbols;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// What becomes of an event of a category, whatever the dialect; counts them as they are spelled.
final class KinetoCategories {
    /// The table an event goes to.
    enum Fate {
        KERNEL,
        COPY,
        SET,
        OPERATOR,
        OLD_OPERATOR,
        RANGE,
        RUNTIME_CALL,
        DRIVER_CALL,
        PYTHON,
        GPU_RANGE,
        /// No measured time: CUPTI's range profiler divides the whole evenly among its ranges.
        COUNTERS,
        /// PyTorch's notes on the profile itself.
        COUNTED,
        /// What the profiler did for itself meanwhile.
        OVERHEAD,
        /// Of another tool, or of an accelerator whose rows only its process tells.
        FOREIGN
    }

    // PyTorch's since 2021-10, of 2021 before that, and ONNX Runtime's.
    private static final Map<String, Fate> FATES =
            Map.ofEntries(
                    Map.entry("kernel", Fate.KERNEL),
                    Map.entry("gpu_memcpy", Fate.COPY),
                    Map.entry("gpu_memset", Fate.SET),
                    Map.entry("cpu_op", Fate.OPERATOR),
                    Map.entry("user_annotation", Fate.RANGE),
                    Map.entry("cuda_runtime", Fate.RUNTIME_CALL),
                    Map.entry("cuda_driver", Fate.DRIVER_CALL),
                    Map.entry("python_function", Fate.PYTHON),
                    Map.entry("gpu_user_annotation", Fate.GPU_RANGE),
                    Map.entry("Kernel", Fate.KERNEL),
                    Map.entry("Memcpy", Fate.COPY),
                    Map.entry("Memset", Fate.SET),
                    Map.entry("Operator", Fate.OLD_OPERATOR),
                    Map.entry("Runtime", Fate.RUNTIME_CALL),
                    Map.entry("Node", Fate.OPERATOR),
                    Map.entry("Session", Fate.RANGE),
                    Map.entry("Api", Fate.RUNTIME_CALL),
                    Map.entry("xpu_runtime", Fate.RUNTIME_CALL),
                    Map.entry("xpu_driver", Fate.DRIVER_CALL),
                    Map.entry("hpu_op", Fate.RUNTIME_CALL),
                    Map.entry("mtia_runtime", Fate.RUNTIME_CALL),
                    Map.entry("mtia_ccp_events", Fate.KERNEL),
                    Map.entry("privateuse1_runtime", Fate.RUNTIME_CALL),
                    Map.entry("privateuse1_driver", Fate.DRIVER_CALL),
                    Map.entry("cuda_profiler_range", Fate.COUNTERS),
                    Map.entry("Trace", Fate.COUNTED),
                    Map.entry("overhead", Fate.OVERHEAD),
                    Map.entry("cuda_sync", Fate.COUNTED),
                    Map.entry("cuda_event", Fate.COUNTED),
                    Map.entry("xpu_sync", Fate.COUNTED),
                    Map.entry("ac2g", Fate.COUNTED),
                    Map.entry("fwdbwd", Fate.COUNTED),
                    Map.entry("cpu_instant_event", Fate.COUNTED),
                    Map.entry("collective_comm", Fate.COUNTED),
                    Map.entry("external_correlation", Fate.COUNTED));

    // The autograd profiler before Kineto wrote no category but one of these for the process.
    private static final Map<String, Fate> OLD_PROCESSES =
            Map.of("CPU functions", Fate.OPERATOR, "CUDA functions", Fate.KERNEL);

    private static final int MOST_OVERHEADS = 64;

    private final Symbols.Builder names = new Symbols.Builder();
    private final SortedMap<String, Long> foreign = new TreeMap<>();
    private final SortedMap<String, Long> overheadNanos = new TreeMap<>();
    private Fate[] fates = new Fate[0];
    private long[] counts = new long[64];
    private boolean pytorch;

    /// Counts the event's category and says what to do with it.
    Fate fate(KinetoEvent event) {
        if (!event.has(KinetoKeys.CATEGORY)) {
            Fate old = OLD_PROCESSES.getOrDefault(event.text(KinetoKeys.PROCESS), Fate.FOREIGN);
            pytorch |= old != Fate.FOREIGN;
            return old;
        }
        int code = event.intern(KinetoKeys.CATEGORY, names);
        if (code >= fates.length) {
            fresh(code, FATES.getOrDefault(event.text(KinetoKeys.CATEGORY), Fate.FOREIGN));
        }
        counts[code]++;
        pytorch |= fates[code] != Fate.FOREIGN;
        return fates[code];
    }

    private void fresh(int code, Fate fate) {
        fates = Arrays.copyOf(fates, code + 1);
        counts = code < counts.length ? counts : Arrays.copyOf(counts, code * 2);
        fates[code] = fate;
    }

    /// Adds what was counted further on in the trace.
    void addAll(KinetoCategories later) {
        int[] codes = names.addAll(later.names);
        for (int code = 0; code < codes.length; code++) {
            if (codes[code] >= fates.length) {
                fresh(codes[code], later.fates[code]);
            }
            counts[codes[code]] += later.counts[code];
        }
        later.overheadNanos.forEach((what, nanos) -> overheadNanos.merge(what, nanos, Long::sum));
        later.foreign.forEach((category, count) -> foreign.merge(category, count, Long::sum));
        pytorch |= later.pytorch;
    }

    /// Counts half of a pair or one of no known category, under the name of its category.
    void foreign(KinetoEvent event) {
        foreign.merge(event.text(KinetoKeys.CATEGORY), 1L, Long::sum);
    }

    void overhead(KinetoEvent event, long nanos) {
        String what = event.text(KinetoKeys.NAME);
        boolean known = overheadNanos.containsKey(what) || overheadNanos.size() < MOST_OVERHEADS;
        overheadNanos.merge(known ? what : "others", nanos, Long::sum);
    }

    /// By what it did, as `Buffer Flush`.
    SortedMap<String, Long> overheadNanos() {
        return overheadNanos;
    }

    /// Categories of events that PyTorch's profiler does not write.
    SortedMap<String, Long> foreign() {
        return foreign;
    }

    /// Whether any event was one that PyTorch or a tool like it writes.
    boolean pytorch() {
        return pytorch;
    }

    long count(Fate fate) {
        long count = 0;
        for (int code = 0; code < fates.length; code++) {
            count += fates[code] == fate ? counts[code] : 0;
        }
        return count;
    }

    SortedMap<String, Long> counts() {
        Symbols texts = names.build();
        SortedMap<String, Long> byName = new TreeMap<>();
        for (int code = 0; code < texts.size(); code++) {
            byName.merge(texts.text(code), counts[code], Long::sum);
        }
        return byName;
    }
}
