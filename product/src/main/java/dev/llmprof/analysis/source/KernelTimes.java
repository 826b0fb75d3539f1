package dev.llmprof.analysis.source;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.trace.nsys.NsysKernelSummary;
import java.util.List;

/// How long each kernel ran, as one source has it: a capture, or a summary that nsys printed.
public record KernelTimes(String tool, String source, List<Row> rows) {
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
                capture.gpu().kernels().rows().stream()
                        .map(r -> new Row(r.name(), r.spread().count(), r.spread().totalNanos()))
                        .toList());
    }

    public static KernelTimes of(String source, NsysKernelSummary summary) {
        return new KernelTimes(
                "nsys",
                source,
                summary.rows().stream()
                        .map(row -> new Row(row.name(), row.instances(), row.totalNanos()))
                        .toList());
    }
}
