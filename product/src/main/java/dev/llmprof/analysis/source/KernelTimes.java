package dev.llmprof.analysis.source;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.ncu.NcuKernel;
import dev.llmprof.trace.nsys.NsysKernelSummary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// How long each kernel ran, as one source has it: a capture, a summary that nsys printed, or ncu
/// where nothing else timed them. `machine` names its GPUs, and is empty where the source does not.
public record KernelTimes(String tool, String source, String machine, List<Row> rows) {
    /// The tool of times that ncu measured while it counted.
    public static final String PROFILED = "ncu";

    public KernelTimes {
        rows = List.copyOf(rows);
    }

    /// All launches of one name.
    public record Row(String name, long count, long nanos) {}

    public long nanos() {
        return rows.stream().mapToLong(Row::nanos).sum();
    }

    public static KernelTimes of(Capture capture) {
        return new KernelTimes(
                capture.origin().tool(),
                capture.origin().source(),
                machine(capture),
                capture.gpu().kernels().rows().stream()
                        .map(r -> new Row(r.name(), r.spread().count(), r.spread().totalNanos()))
                        .toList());
    }

    /// What ncu measured launch by launch, with the clocks it fixed and caches it emptied.
    public static KernelTimes profiled(String source, List<NcuKernel> kernels) {
        Map<String, Row> rows = new LinkedHashMap<>();
        for (NcuKernel kernel : kernels) {
            long nanos = Math.round(kernel.totalNanos().orElse(0));
            if (nanos > 0) {
                rows.merge(
                        kernel.name(),
                        new Row(kernel.name(), kernel.launches(), nanos),
                        (a, b) -> new Row(a.name, a.count + b.count, a.nanos + b.nanos));
            }
        }
        return new KernelTimes(PROFILED, source, "", List.copyOf(rows.values()));
    }

    /// The tools do not agree on whose the GPU is.
    private static String machine(Capture capture) {
        return capture.devices().stream()
                .map(name -> name.replaceFirst("^(?:NVIDIA|Tesla|AMD) ", ""))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    public static KernelTimes of(String source, NsysKernelSummary summary) {
        return new KernelTimes(
                "nsys",
                source,
                "",
                summary.rows().stream()
                        .map(row -> new Row(row.name(), row.instances(), row.totalNanos()))
                        .toList());
    }
}
