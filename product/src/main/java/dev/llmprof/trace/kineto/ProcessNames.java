package dev.llmprof.trace.kineto;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
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

    /// XLA's line of operators is the only one of a TPU; a GPU has its streams besides.
    private static final Pattern OPERATORS = Pattern.compile("XLA Ops", Pattern.CASE_INSENSITIVE);

    private static final Pattern STREAM = Pattern.compile("Stream ?#.*", Pattern.CASE_INSENSITIVE);
    private static final Pattern NUMBERED = Pattern.compile(".*/device:\\w+:(\\d+)\\b.*");

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

    private boolean hasStreams(String process) {
        return threads.entrySet().stream()
                .anyMatch(thread ->
                        thread.getKey().startsWith(process + "\0")
                                && STREAM.matcher(thread.getValue()).matches());
    }

    /// What a device is called by: the number in its name, or its process where it has none or
    /// another has the same.
    String number(String process) {
        String number = numbered(processes.getOrDefault(process, ""));
        long same =
                processes.values().stream().filter(name -> numbered(name).equals(number)).count();
        return number.isEmpty() || same > 1 ? process : number;
    }

    private static String numbered(String name) {
        Matcher matcher = NUMBERED.matcher(name);
        return matcher.matches() ? matcher.group(1) : "";
    }

    /// The name of the device whose stream this is; none of the host's threads has one.
    Optional<String> device(String process, String thread) {
        String line = threads.getOrDefault(process + "\0" + thread, "");
        if (SUMMARY.matcher(line).matches()
                || (OPERATORS.matcher(line).matches() && hasStreams(process))) {
            return Optional.empty();
        }
        return Optional.ofNullable(processes.get(process))
                .filter(name -> DEVICE.matcher(name).matches())
                .or(() ->
                        Optional.ofNullable(labels.get(process))
                                .filter(label -> DEVICE.matcher(label).matches()));
    }
}
