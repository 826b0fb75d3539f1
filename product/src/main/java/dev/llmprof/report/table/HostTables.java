package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.count;
import static dev.llmprof.report.table.ResultColumn.name;
import static dev.llmprof.report.table.ResultColumn.nanos;
import static dev.llmprof.report.table.ResultColumn.share;
import static dev.llmprof.report.table.ResultColumn.text;

import dev.llmprof.analysis.breakdown.ModuleBreakdown;
import dev.llmprof.analysis.breakdown.OperatorBreakdown;
import dev.llmprof.analysis.breakdown.RangeBreakdown;
import dev.llmprof.analysis.breakdown.RuntimeBreakdown;
import dev.llmprof.analysis.capture.Conservation;
import dev.llmprof.analysis.phase.Phases;
import java.util.List;

/// Tables of what the host did in one trace: operators, calls, ranges, phases, modules, and how the
/// levels add up.
public final class HostTables {
    private HostTables() {}

    private static final ResultTable<OperatorBreakdown.Row> OPERATOR_TIMES =
            ResultTable.of(
                    "operator_times",
                    "What operators of one kind took.",
                    count("calls", "", OperatorBreakdown.Row::calls),
                    ResultColumn.<OperatorBreakdown.Row>nanos(
                                    "device_ns",
                                    "kernels the operator launched itself",
                                    OperatorBreakdown.Row::deviceNanos)
                            .titled("GPU own"),
                    ResultColumn.<OperatorBreakdown.Row>nanos(
                                    "device_total_ns",
                                    "with those of the operators it calls",
                                    OperatorBreakdown.Row::deviceTotalNanos)
                            .titled("GPU total"),
                    ResultColumn.<OperatorBreakdown.Row>nanos(
                                    "self_cpu_ns",
                                    "without the operators it calls",
                                    OperatorBreakdown.Row::selfHostNanos)
                            .titled("host own"),
                    ResultColumn.<OperatorBreakdown.Row>nanos(
                                    "total_cpu_ns", "", OperatorBreakdown.Row::totalHostNanos)
                            .titled("host total"));

    public static final ResultTable<OperatorBreakdown.Row> OPERATORS =
            ResultTable.of(
                            "operator_summary",
                            "The framework's operators by name.",
                            ResultColumn.<OperatorBreakdown.Row>name(
                                            "name", "", OperatorBreakdown.Row::name)
                                    .titled("operator"))
                    .and(OPERATOR_TIMES, row -> row);

    public static final ResultTable<OperatorBreakdown.Row> OPERATORS_BY_SHAPE =
            ResultTable.of(
                            "operator_shape_summary",
                            "The framework's operators by name and input shapes.",
                            ResultColumn.<OperatorBreakdown.Row>name(
                                            "name", "", OperatorBreakdown.Row::name)
                                    .titled("operator"),
                            text("input_shapes", "", OperatorBreakdown.Row::inputShapes))
                    .and(OPERATOR_TIMES, row -> row);

    public static final ResultTable<RuntimeBreakdown.Row> CALLS =
            ResultTable.of(
                    "runtime_summary",
                    "Calls into CUDA or HIP by name.",
                    ResultColumn.<RuntimeBreakdown.Row>name("name", "", RuntimeBreakdown.Row::name)
                            .titled("call"),
                    count("calls", "", RuntimeBreakdown.Row::calls),
                    nanos("self_ns", "without calls inside", RuntimeBreakdown.Row::selfNanos),
                    nanos("total_ns", "", RuntimeBreakdown.Row::totalNanos));

    public static final ResultTable<RangeBreakdown.Row> RANGES =
            ResultTable.of(
                    "range_summary",
                    "NVTX ranges and annotations by name, with the GPU work launched inside.",
                    ResultColumn.<RangeBreakdown.Row>name("name", "", RangeBreakdown.Row::name)
                            .titled("range"),
                    ResultColumn.<RangeBreakdown.Row>count(
                                    "host_count",
                                    "ranges on the host",
                                    RangeBreakdown.Row::hostCount)
                            .titled("count"),
                    ResultColumn.<RangeBreakdown.Row>nanos(
                                    "host_self_ns",
                                    "without ranges, operators and calls inside",
                                    RangeBreakdown.Row::hostSelfNanos)
                            .titled("host own"),
                    nanos("host_ns", "", RangeBreakdown.Row::hostNanos),
                    ResultColumn.<RangeBreakdown.Row>fractionalNanos(
                                    "host_mean_ns", "", RangeBreakdown.Row::meanHostNanos)
                            .titled("mean"),
                    ResultColumn.<RangeBreakdown.Row>text(
                            "thread",
                            "the thread it was opened on, or how many",
                            RangeBreakdown.Row::thread),
                    count(
                            "projected_instances",
                            "ranges with GPU work inside",
                            RangeBreakdown.Row::projectedInstances),
                    ResultColumn.<RangeBreakdown.Row>count(
                                    "projected_gpu_events",
                                    "kernels and copies launched inside",
                                    row -> row.projection().gpuEvents())
                            .titled("GPU events"),
                    ResultColumn.<RangeBreakdown.Row>nanos(
                                    "projected_kernel_sum_ns",
                                    "sum of their durations",
                                    row -> row.projection().sumNanos())
                            .titled("GPU sum"),
                    ResultColumn.<RangeBreakdown.Row>nanos(
                                    "projected_own_ns",
                                    "of those that no range inside launched",
                                    RangeBreakdown.Row::ownGpuNanos)
                            .titled("GPU own"),
                    ResultColumn.<RangeBreakdown.Row>nanos(
                                    "projected_busy_ns",
                                    "at least one of them ran",
                                    row -> row.projection().busyNanos())
                            .titled("GPU busy"),
                    ResultColumn.<RangeBreakdown.Row>nanos(
                                    "projected_span_ns",
                                    "first to last",
                                    row -> row.projection().spanNanos())
                            .titled("GPU span"),
                    count(
                            "gpu_recorded_count",
                            "ranges the profiler itself put on the device",
                            RangeBreakdown.Row::recordedCount),
                    nanos("gpu_recorded_ns", "their durations", RangeBreakdown.Row::recordedNanos),
                    count(
                            "innermost_stream_spans",
                            "spans on a stream by the innermost range",
                            RangeBreakdown.Row::innermostSpans),
                    nanos(
                            "innermost_stream_span_ns",
                            "their durations",
                            RangeBreakdown.Row::innermostSpanNanos));

    public static final ResultTable<Phases.Part> PHASES =
            ResultTable.of(
                    "phase_summary",
                    "Phases of inference (exclusive time).",
                    ResultColumn.<Phases.Part>text("name", "", Phases.Part::name).titled("phase"),
                    count("steps", "ranges of this phase", Phases.Part::steps),
                    nanos("host_ns", "", Phases.Part::hostNanos),
                    count("gpu_events", "kernels and copies", Phases.Part::gpuEvents),
                    nanos("gpu_sum_ns", "sum of their durations", Phases.Part::gpuNanos),
                    nanos(
                            "gpu_busy_ns",
                            "at least one of them ran, on whichever GPU",
                            Phases.Part::gpuBusyNanos));

    public static final ResultTable<Phases.OnGpu> PHASE_GPUS =
            ResultTable.of(
                    "phase_gpus",
                    "Phases on each GPU, where several worked.",
                    text("phase", "", Phases.OnGpu::phase),
                    text("device", "", Phases.OnGpu::device).titled("GPU"),
                    nanos("gpu_busy_ns", "at least one of its kernels ran", Phases.OnGpu::busyNanos)
                            .titled("GPU busy"),
                    nanos("gpu_sum_ns", "sum of their durations", Phases.OnGpu::nanos)
                            .titled("GPU time"));

    /// A module's GPU time beside that of the whole trace.
    public record ModuleRow(ModuleBreakdown.Row module, long allNanos) {
        double share() {
            return (double) module.nanos() / Math.max(1, allNanos);
        }
    }

    public static final ResultTable<ModuleRow> MODULES =
            ResultTable.of(
                    "module_summary",
                    "GPU time by PyTorch module class and operator.",
                    name("module", "", row -> row.module().module()),
                    name("operator", "", row -> row.module().operator()),
                    share("share", "of all GPU time", ModuleRow::share),
                    nanos("gpu_sum_ns", "sum of the durations", row -> row.module().nanos()),
                    count("gpu_events", "kernels and copies", row -> row.module().gpuEvents()));

    public static final ResultTable<Conservation.Level> LEVELS =
            ResultTable.of(
                    "level_summary",
                    "The same GPU time divided in several ways.",
                    text("level", "", Conservation.Level::name),
                    nanos("attributed_ns", "", Conservation.Level::explainedNanos),
                    nanos(
                            "rest_ns",
                            "what the level could not attribute",
                            Conservation.Level::restNanos));

    public static List<ModuleRow> modules(ModuleBreakdown modules) {
        return modules.rows().stream().map(row -> new ModuleRow(row, modules.gpuNanos())).toList();
    }
}
