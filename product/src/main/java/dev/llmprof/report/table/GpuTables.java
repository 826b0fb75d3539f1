package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.bytes;
import static dev.llmprof.report.table.ResultColumn.count;
import static dev.llmprof.report.table.ResultColumn.fractionalNanos;
import static dev.llmprof.report.table.ResultColumn.name;
import static dev.llmprof.report.table.ResultColumn.nanos;
import static dev.llmprof.report.table.ResultColumn.share;
import static dev.llmprof.report.table.ResultColumn.text;

import dev.llmprof.analysis.breakdown.CategoryBreakdown;
import dev.llmprof.analysis.breakdown.GpuTimeline;
import dev.llmprof.analysis.breakdown.Idle;
import dev.llmprof.analysis.breakdown.KernelBreakdown;
import dev.llmprof.analysis.breakdown.MemoryBreakdown;
import dev.llmprof.analysis.breakdown.Spread;
import dev.llmprof.analysis.capture.Capture;
import java.util.List;
import java.util.stream.Stream;

/// Tables of the device's time in one trace: the whole, kernels, copies, kinds of work, idle time.
public final class GpuTables {
    private GpuTables() {}

    /// A kernel's durations beside the time of all kernels.
    public record KernelRow(KernelBreakdown.Row kernel, long allNanos) {
        double share() {
            return (double) kernel.spread().totalNanos() / Math.max(1, allNanos);
        }
    }

    /// Copies or sets of one name.
    public record MemoryRow(String kind, MemoryBreakdown.Row memory) {}

    /// How the time of a trace's devices divides; part of other tables.
    public static final ResultTable<GpuTimeline> TIMELINE =
            ResultTable.of(
                    "timeline",
                    "computation + exposed_comm + exposed_memcpy + idle = span, of one GPU or"
                            + " summed over all.",
                    nanos(
                            "span_ns",
                            "first to last event of each GPU, summed over the GPUs",
                            GpuTimeline::spanNanos),
                    nanos("busy_ns", "at least one kernel or copy ran", GpuTimeline::busyNanos),
                    nanos("idle_ns", "nothing ran", GpuTimeline::idleNanos),
                    nanos(
                            "computation_ns",
                            "at least one computing kernel ran",
                            GpuTimeline::computationNanos),
                    nanos(
                            "total_comm_ns",
                            "at least one communication kernel ran",
                            GpuTimeline::communicationNanos),
                    nanos(
                            "exposed_comm_ns",
                            "communication that no computation of its GPU overlaps",
                            GpuTimeline::exposedCommunicationNanos),
                    nanos(
                            "total_memcpy_ns",
                            "at least one copy or set ran",
                            GpuTimeline::copyNanos),
                    nanos(
                            "exposed_memcpy_ns",
                            "copies that nothing else of its GPU overlaps",
                            GpuTimeline::exposedCopyNanos),
                    nanos(
                            "comm_comp_overlap_ns",
                            "communication that computation overlaps",
                            GpuTimeline::overlapNanos));

    public static final ResultTable<Capture> TRACES =
            ResultTable.of(
                            "traces",
                            "One row per trace: its size and how the devices' time divides.",
                            text("tool", "what recorded it", trace -> trace.origin().tool()),
                            count("events", "events read", Capture::events),
                            count(
                                    "unreadable",
                                    "events that could not be read",
                                    Capture::unreadable),
                            nanos(
                                    "host_span_ns",
                                    "first to last event of the host",
                                    trace -> trace.host().spanNanos()),
                            nanos(
                                    "unattributed_ns",
                                    "GPU time without an operator",
                                    trace -> trace.gpu().attribution().unattributedNanos()))
                    .and(TIMELINE, trace -> trace.gpu().timeline());

    /// How durations of one name are spread; part of other tables.
    static final ResultTable<Spread> SPREAD =
            ResultTable.of(
                    "spread",
                    "How durations of one name are spread.",
                    count("count", "how often", Spread::count),
                    nanos("total_ns", "sum of the durations", Spread::totalNanos),
                    fractionalNanos("mean_ns", "", Spread::averageNanos),
                    nanos("min_ns", "", Spread::minNanos),
                    fractionalNanos("median_ns", "", Spread::medianNanos),
                    nanos("p95_ns", "95 % are at most this long", Spread::p95Nanos),
                    nanos("max_ns", "", Spread::maxNanos),
                    fractionalNanos("deviation_ns", "standard deviation", Spread::deviationNanos));

    public static final ResultTable<KernelRow> KERNELS =
            ResultTable.of(
                            "kernel_summary",
                            "Kernels by name, the longest total first.",
                            ResultColumn.<KernelRow>name("name", "", row -> row.kernel().name())
                                    .titled("kernel"),
                            text(
                                    "category",
                                    "kind of work",
                                    row -> row.kernel().category().label()),
                            share("share", "of the kernel time", KernelRow::share))
                    .and(SPREAD, row -> row.kernel().spread());

    public static final ResultTable<MemoryRow> MEMORY =
            ResultTable.of(
                            "memory_summary",
                            "Memory copies and fills by name.",
                            text("kind", "copy or set", MemoryRow::kind),
                            name("name", "", row -> row.memory().name()),
                            bytes(
                                    "bytes",
                                    "0 where the capture does not say",
                                    row -> row.memory().bytes()))
                    .and(SPREAD, row -> row.memory().spread());

    public static final ResultTable<CategoryBreakdown.Row> CATEGORIES =
            ResultTable.of(
                    "category_summary",
                    "GPU time by kind of work.",
                    text("category", "", row -> row.category().label()),
                    count("count", "kernels and copies", CategoryBreakdown.Row::count),
                    nanos("total_ns", "sum of the durations", CategoryBreakdown.Row::totalNanos));

    public static final ResultTable<Idle.Stream> IDLE =
            ResultTable.of(
                    "idle_summary",
                    "Gaps on each stream by cause.",
                    text("device", "", Idle.Stream::device),
                    text("stream", "", Idle.Stream::stream),
                    count("gpu_events", "kernels and copies on it", Idle.Stream::gpuEvents),
                    nanos("host_wait_ns", "the launch came late", Idle.Stream::hostWaitNanos),
                    count("host_waits", "such gaps", Idle.Stream::hostWaits),
                    nanos(
                            "kernel_wait_ns",
                            "short gaps between two kernels",
                            Idle.Stream::kernelWaitNanos),
                    count("kernel_waits", "such gaps", Idle.Stream::kernelWaits),
                    nanos("other_ns", "other gaps", Idle.Stream::otherNanos),
                    count("others", "such gaps", Idle.Stream::others));

    public static List<KernelRow> kernels(KernelBreakdown kernels) {
        return kernels.rows().stream()
                .map(row -> new KernelRow(row, kernels.totalNanos()))
                .toList();
    }

    public static List<MemoryRow> memory(Capture trace) {
        return Stream.concat(
                        copies(trace.gpu().copies()).stream(), sets(trace.gpu().sets()).stream())
                .toList();
    }

    public static List<MemoryRow> copies(MemoryBreakdown copies) {
        return copies.rows().stream().map(row -> new MemoryRow("copy", row)).toList();
    }

    public static List<MemoryRow> sets(MemoryBreakdown sets) {
        return sets.rows().stream().map(row -> new MemoryRow("set", row)).toList();
    }
}
