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
        COUNTED
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
                    Map.entry("Api", Fate.RUNTIME_CALL));

    // The autograd profiler before Kineto wrote no category but one of these for the process.
    private static final Map<String, Fate> OLD_PROCESSES =
            Map.of("CPU functions", Fate.OPERATOR, "CUDA functions", Fate.KERNEL);

    private final Symbols.Builder names = new Symbols.Builder();
    private Fate[] fates = new Fate[0];
    private long[] counts = new long[64];

    /// Counts the event's category and says what to do with it.
    Fate fate(KinetoEvent event) {
        if (!event.has(KinetoKeys.CATEGORY)) {
            return OLD_PROCESSES.getOrDefault(event.text(KinetoKeys.PROCESS), Fate.COUNTED);
        }
        int code = event.intern(KinetoKeys.CATEGORY, names);
        if (code >= fates.length) {
            fates = Arrays.copyOf(fates, code + 1);
            counts = code < counts.length ? counts : Arrays.copyOf(counts, code * 2);
            fates[code] = FATES.getOrDefault(event.text(KinetoKeys.CATEGORY), Fate.COUNTED);
        }
        counts[code]++;
        return fates[code];
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
