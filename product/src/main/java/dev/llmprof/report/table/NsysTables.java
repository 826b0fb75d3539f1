package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.count;
import static dev.llmprof.report.table.ResultColumn.fractionalNanos;
import static dev.llmprof.report.table.ResultColumn.name;
import static dev.llmprof.report.table.ResultColumn.nanos;
import static dev.llmprof.report.table.ResultColumn.share;
import static dev.llmprof.report.table.ResultColumn.text;

import dev.llmprof.analysis.nsys.NsysStats;
import dev.llmprof.analysis.nsys.NsysSummary;
import dev.llmprof.analysis.nsys.NsysTime;
import dev.llmprof.analysis.nsys.ProjectionSummary;
import dev.llmprof.analysis.nsys.RangeKernels;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.table.ResultTable.OfTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Tables of `nsys stats` for captures of nsys; what the other tables have already is left out.
public final class NsysTables {
    private NsysTables() {}

    private static final ResultTable<NsysTime> TIMES =
            ResultTable.of(
                    "nsys_times",
                    "How durations of one group are spread, as nsys states them.",
                    count("count", "how often", NsysTime::count),
                    nanos("total_ns", "sum of the durations", NsysTime::totalNanos),
                    fractionalNanos("mean_ns", "", NsysTime::averageNanos),
                    nanos("min_ns", "", NsysTime::minNanos),
                    fractionalNanos("median_ns", "", NsysTime::medianNanos),
                    nanos("max_ns", "", NsysTime::maxNanos),
                    fractionalNanos(
                            "deviation_ns", "standard deviation", NsysTime::deviationNanos));

    private static final ResultTable<NsysSummary.Row> KERNELS =
            ResultTable.of(
                            "nsys_kernel_shape_summary",
                            "Kernels of an nsys capture by name, grid and block: cuda_gpu_kern_gb_sum of nsys stats.",
                            ResultColumn.<NsysSummary.Row>name("name", "", NsysSummary.Row::name)
                                    .titled("kernel"),
                            ResultColumn.<NsysSummary.Row>text("grid", "", row -> sides(row, 0)),
                            ResultColumn.<NsysSummary.Row>text("block", "", row -> sides(row, 1)),
                            share("share", "of the kernel time", NsysSummary.Row::share))
                    .and(TIMES, NsysSummary.Row::time);

    private static final ResultTable<NsysSummary.Row> CALLS =
            ResultTable.of(
                            "nsys_runtime_summary",
                            "Calls into CUDA of an nsys capture by name: cuda_api_sum of nsys stats.",
                            ResultColumn.<NsysSummary.Row>name("name", "", NsysSummary.Row::name)
                                    .titled("call"),
                            share("share", "of the time of all calls", NsysSummary.Row::share))
                    .and(TIMES, NsysSummary.Row::time);

    private static final ResultTable<NsysSummary.Row> RANGES =
            ResultTable.of(
                            "nsys_range_summary",
                            "NVTX ranges of an nsys capture by style and name, time on the host: nvtx_sum of nsys stats.",
                            ResultColumn.<NsysSummary.Row>name(
                                            "name",
                                            "with its domain before a colon",
                                            NsysSummary.Row::name)
                                    .titled("range"),
                            ResultColumn.<NsysSummary.Row>text(
                                    "style", "PushPop or StartEnd", row -> row.labels().getFirst()),
                            share("share", "of the time of all ranges", NsysSummary.Row::share))
                    .and(TIMES, NsysSummary.Row::time);

    private static final ResultTable<RangeKernels.Row> RANGE_KERNELS =
            ResultTable.of(
                            "nsys_range_kernel_summary",
                            "Kernels by the NVTX ranges they were launched in, at every level, so that a kernel may stand in"
                                    + " several rows: nvtx_kern_sum of nsys stats.",
                            ResultColumn.<RangeKernels.Row>name(
                                    "range",
                                    "empty outside any",
                                    row -> row.range().map(RangeKernels.Range::name).orElse("")),
                            ResultColumn.<RangeKernels.Row>text(
                                    "style",
                                    "PushPop or StartEnd",
                                    row -> row.range().map(RangeKernels.Range::style).orElse("")),
                            ResultColumn.<RangeKernels.Row>text(
                                    "process",
                                    "empty where the launch is not in the file",
                                    row -> row.thread().map(on -> "" + on.process()).orElse("")),
                            ResultColumn.<RangeKernels.Row>text(
                                    "thread",
                                    "",
                                    row -> row.thread().map(on -> "" + on.thread()).orElse("")),
                            name("kernel", "", RangeKernels.Row::kernel),
                            count(
                                    "range_count",
                                    "ranges with such a kernel",
                                    RangeKernels.Row::rangeInstances),
                            count(
                                    "kernel_count",
                                    "kernels, each once",
                                    RangeKernels.Row::kernelInstances))
                    .and(TIMES, RangeKernels.Row::time);

    private static final ResultTable<ProjectionSummary.Row> PROJECTIONS =
            ResultTable.of(
                            "nsys_range_projection_summary",
                            "NVTX ranges projected on the GPU's time line, from the first"
                                    + " operation launched inside to the end of"
                                    + " the last: nvtx_gpu_proj_sum of nsys stats.",
                            ResultColumn.<ProjectionSummary.Row>name(
                                            "name",
                                            "with its domain before a colon",
                                            ProjectionSummary.Row::name)
                                    .titled("range"),
                            text("style", "PushPop or StartEnd", ProjectionSummary.Row::style),
                            nanos(
                                    "host_ns",
                                    "the same ranges on the host",
                                    ProjectionSummary.Row::hostNanos),
                            count(
                                    "gpu_operations",
                                    "calls inside that launched work",
                                    ProjectionSummary.Row::operations),
                            ResultColumn.number(
                                    "mean_level",
                                    Unit.PLAIN,
                                    "how many ranges are around it",
                                    ProjectionSummary.Row::level),
                            ResultColumn.number(
                                    "mean_children",
                                    Unit.PLAIN,
                                    "projected ranges directly inside",
                                    ProjectionSummary.Row::children))
                    .and(TIMES, ProjectionSummary.Row::projected);

    public static List<FilledTable<?>> of(List<NsysStats> captures) {
        return List.of(
                filled(KERNELS, captures, stats -> stats.kernelsByShape().rows()),
                filled(CALLS, captures, stats -> stats.calls().rows()),
                filled(RANGES, captures, stats -> stats.ranges().rows()),
                filled(RANGE_KERNELS, captures, stats -> stats.rangeKernels().rows()),
                filled(PROJECTIONS, captures, stats -> stats.projections().rows()));
    }

    private static <T> FilledTable<OfTrace<T>> filled(
            ResultTable<T> table, List<NsysStats> captures, Function<NsysStats, List<T>> rows) {
        List<OfTrace<T>> all = new ArrayList<>();
        for (NsysStats stats : captures) {
            rows.apply(stats).forEach(row -> all.add(new OfTrace<>(stats.source(), row)));
        }
        return table.byTrace().filled(all);
    }

    /// nsys aligns the three sides with blanks; the other tables have `64x1x1`.
    private static String sides(NsysSummary.Row row, int label) {
        return row.labels().get(label).strip().replaceAll(" +", "x");
    }
}
