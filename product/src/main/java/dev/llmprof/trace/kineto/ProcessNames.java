package dev.llmprof.trace.kineto;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a trace calls its processes and threads, and which of them are an accelerator's streams.
final class ProcessNames {
    // Ascend's profiler, XLA and TensorFlow, rocprof and rpd, Kineto's own labels.
    private static final Pattern DEVICE =
            Pattern.compile(
                    "Ascend Hardware|NPU( ?\\d+)?|.*/device:(GPU|TPU|XPU|NPU|HPU|CUSTOM)\\b.*"
                            + "|(GPU|TPU|XPU|HPU|MTIA|Gaudi) ?:?\\d+( .*)?",
                    Pattern.CASE_INSENSITIVE);

    /// Lines above the streams of a device that say again, as a whole, what ran in them.
    private static final Pattern SUMMARY =
            Pattern.compile(
                    "Steps?|XLA Modules|XLA TraceMe|(TensorFlow|Framework) (Name Scope|Ops)"
                            + "|Source( code)?|Launch Stats.*|Async XLA Ops|Sparse.*Steps",
                    Pattern.CASE_INSENSITIVE);

    private final Map<String, String> processes = new HashMap<>();
    private final Map<String, String> labels = new HashMap<>();
    private final Map<String, String> threads = new HashMap<>();

    /// Takes metadata, `"ph": "M"`.
    void metadata(KinetoEvent event) {
        String process = event.text(KinetoKeys.PROCESS);
        switch (event.text(KinetoKeys.NAME)) {
            case "process_name" -> processes.put(process, event.text(KinetoKeys.GIVEN_NAME));
            case "process_labels" -> labels.put(process, event.text(KinetoKeys.LABELS));
            case "thread_name" ->
                    threads.put(
                            process + "\0" + event.text(KinetoKeys.THREAD),
                            event.text(KinetoKeys.GIVEN_NAME));
            default -> {}
        }
    }

    void addAll(ProcessNames later) {
        processes.putAll(later.processes);
        labels.putAll(later.labels);
        threads.putAll(later.threads);
    }

    /// The name of the device whose stream this is; none of the host's threads has one.
    Optional<String> device(String process, String thread) {
        String line = threads.getOrDefault(process + "\0" + thread, "");
        if (SUMMARY.matcher(line).matches()) {
            return Optional.empty();
        }
        return Optional.ofNullable(processes.get(process))
                .filter(name -> DEVICE.matcher(name).matches())
                .or(() ->
                        Optional.ofNullable(labels.get(process))
                                .filter(label -> DEVICE.matcher(label).matches()));
    }
}
