package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.count;
import static dev.llmprof.report.table.ResultColumn.name;
import static dev.llmprof.report.table.ResultColumn.nanos;
import static dev.llmprof.report.table.ResultColumn.share;
import static dev.llmprof.report.table.ResultColumn.text;

import dev.llmprof.analysis.capture.GpuDevice;
import dev.llmprof.analysis.idle.HostActivity;
import dev.llmprof.analysis.idle.IdleCause;
import dev.llmprof.analysis.idle.IdleGap;
import dev.llmprof.report.advice.HostWords;
import dev.llmprof.report.block.Cell;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/// Tables of idle time: each GPU with its causes, and the largest gaps.
public final class IdleTables {
    private IdleTables() {}

    /// The causes of one GPU's idle time, and what the host did in its share of it.
    private static final ResultTable<GpuDevice> CAUSES =
            ResultTable.of(
                    "causes",
                    "The waits from host_wait to unknown_launch add up to idle.",
                    nanos(
                            "host_wait_ns",
                            "nothing was queued, the next launch came late",
                            gpu -> gpu.idle().nanos(IdleCause.HOST_WAIT)),
                    count("host_waits", "such gaps", gpu -> gpu.idle().gaps(IdleCause.HOST_WAIT)),
                    nanos(
                            "launch_gap_ns",
                            "under 30 µs between queued work of one stream",
                            gpu -> gpu.idle().nanos(IdleCause.LAUNCH_GAP)),
                    count("launch_gaps", "such gaps", gpu -> gpu.idle().gaps(IdleCause.LAUNCH_GAP)),
                    nanos(
                            "graph_gap_ns",
                            "between the nodes of one graph replay",
                            gpu -> gpu.idle().nanos(IdleCause.GRAPH_GAP)),
                    nanos(
                            "stream_switch_ns",
                            "the next work was queued on another stream",
                            gpu -> gpu.idle().nanos(IdleCause.STREAM_SWITCH)),
                    nanos(
                            "queued_ns",
                            "work was queued; what it waited for was not recorded",
                            gpu -> gpu.idle().nanos(IdleCause.QUEUED)),
                    nanos(
                            "unknown_launch_ns",
                            "the call of the next work is not in the recording",
                            gpu -> gpu.idle().nanos(IdleCause.UNKNOWN)));

    /// What the launching thread did in the wait for the host; adds up to it.
    private static final ResultTable<GpuDevice> HOST =
            ResultTable.of(
                    "host",
                    "The host in host_wait.",
                    host("host_sync_ns", HostActivity.SYNCHRONISATION),
                    host("host_allocation_ns", HostActivity.ALLOCATION),
                    host("host_calls_ns", HostActivity.CALL),
                    host("host_gc_ns", HostActivity.GARBAGE_COLLECTION),
                    host("host_data_loading_ns", HostActivity.DATA_LOADING),
                    host("host_operators_ns", HostActivity.OPERATOR),
                    host("host_python_ns", HostActivity.PYTHON),
                    host("host_launch_ns", HostActivity.LAUNCH),
                    host("host_nothing_ns", HostActivity.NOTHING));

    public static final ResultTable<GpuDevice> GPUS =
            ResultTable.of(
                            "gpu_summary",
                            "One row per GPU: how its time divides and why it was idle.",
                            text("device", "the GPU's number", GpuDevice::device),
                            share("busy", "of its span", gpu -> gpu.timeline().busyShare()))
                    .and(GpuTables.TIMELINE, GpuDevice::timeline)
                    .and(CAUSES, gpu -> gpu)
                    .and(HOST, gpu -> gpu);

    public static final ResultTable<IdleGap> GAPS =
            ResultTable.of(
                    "gaps",
                    "The ten largest gaps in which a GPU had nothing to do on any stream.",
                    text("device", "the GPU's number", IdleGap::device),
                    nanos("start_ns", "from the capture's first event", IdleGap::startNanos),
                    nanos("duration_ns", "", IdleGap::nanos),
                    text("cause", "what most of it waited for", gap -> gap.cause().label()),
                    text("host", "what the host did, the longest first", IdleTables::did),
                    name("frame", "innermost Python frame over half of it", g -> g.host().frame()),
                    name(
                            "outermost",
                            "operator or range over half of it",
                            g -> g.host().outermost()),
                    name(
                            "innermost",
                            "operator or range over half of it",
                            g -> g.host().innermost()),
                    text("host_calls", "of the launching thread within it", IdleTables::calls),
                    nanos("sync_ns", "in synchronisations", spent(HostActivity.SYNCHRONISATION)),
                    nanos("gc_ns", "in garbage collection", spent(HostActivity.GARBAGE_COLLECTION)),
                    nanos("data_loading_ns", "in a data loader", spent(HostActivity.DATA_LOADING)),
                    name("before", "what ran last", IdleGap::before),
                    name("after", "what ran next", IdleGap::after));

    private static ResultColumn<GpuDevice> host(String name, HostActivity activity) {
        return nanos(name, "in " + activity.label(), gpu -> gpu.idle().hostNanos(activity));
    }

    private static ToLongFunction<IdleGap> spent(HostActivity activity) {
        return gap -> gap.host().nanos(activity);
    }

    /// `Python 1.2 ms, operators 310 µs`.
    public static String did(IdleGap gap) {
        return HostWords.of(gap.host().nanos());
    }

    private static String calls(IdleGap gap) {
        return gap.host().calls().stream()
                .map(call ->
                        (call.count() == 1 ? "" : call.count() + " × ")
                                + call.name()
                                + " "
                                + Cell.nanos(call.nanos()).shown())
                .collect(Collectors.joining(", "));
    }
}
