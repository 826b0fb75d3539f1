package dev.llmprof.analysis.idle;

import dev.llmprof.analysis.event.GraphCalls;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.table.LongColumn;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.Trace;
import java.util.SortedMap;
import java.util.TreeMap;

/// Finds when each GPU had nothing to do on any stream, and why.
///
/// A gap ends where an event starts and begins at the latest end before it. What comes next
/// decides: how far the host had come with launching it when the last work ended.
public final class DeviceIdles {
    private final GpuTable gpu;
    private final HostTable host;
    private final Links links;
    private final GraphCalls graphs;

    private DeviceIdles(Trace trace, Links links) {
        this.gpu = trace.gpu();
        this.host = trace.host();
        this.links = links;
        this.graphs = GraphCalls.of(host);
    }

    /// By the GPU's name.
    public static SortedMap<String, DeviceIdle> of(NestedTrace nested) {
        return new DeviceIdles(nested.trace(), nested.links()).found(nested);
    }

    /// The time in which no GPU of the capture had anything to do, part by part in time order.
    public static void each(NestedTrace nested, IdleParts parts) {
        var idles = new DeviceIdles(nested.trace(), nested.links());
        var all = new DeviceGaps(parts);
        for (int row : nested.links().order()) {
            idles.next(all, row);
        }
    }

    private SortedMap<String, DeviceIdle> found(NestedTrace nested) {
        SortedMap<String, DeviceGaps> devices = new TreeMap<>();
        DeviceGaps[] ofLane =
                gpu.lane().values().stream()
                        .map(lane ->
                                devices.computeIfAbsent(
                                        lane.device(), _ -> new DeviceGaps(IdleParts.NOBODY)))
                        .toArray(DeviceGaps[]::new);
        for (int row : links.order()) {
            next(ofLane[gpu.lane().code(row)], row);
        }
        HostThreads threads = new HostThreads(nested.tree(), nested.trace().frames());
        GapStories stories = new GapStories(nested, threads);
        SortedMap<String, DeviceIdle> idle = new TreeMap<>();
        devices.forEach((device, gaps) -> idle.put(device, gaps.idle(device, threads, stories)));
        return idle;
    }

    private void next(DeviceGaps device, int row) {
        long start = gpu.startNanos().get(row);
        int call = links.call(row);
        if (device.begun() && start > device.endNanos()) {
            gap(device, row, call, start);
        }
        if (call != Links.NONE && graphs.launches(call)) {
            device.replaying(call);
        }
        device.ran(row, gpu.endNanos(row));
    }

    private void gap(DeviceGaps device, int row, int call, long start) {
        device.open(row, start, call == Links.NONE ? Links.NONE : host.thread().code(call));
        if (call == Links.NONE) {
            device.wait(
                    sameLaunch(device.lastRow(), row) ? IdleCause.GRAPH_GAP : IdleCause.UNKNOWN,
                    start);
        } else if (device.isReplaying(call)) {
            device.wait(IdleCause.GRAPH_GAP, start);
        } else {
            long called = host.startNanos().get(call);
            if (called > device.endNanos()) {
                device.hostWait(Math.min(called, start), reached(host.endNanos(call), start));
            }
            device.wait(queued(device, row, start), start);
        }
        device.close();
    }

    /// The work belongs to the launch until it begins, unless that takes longer than a launch does.
    private static long reached(long callEnd, long start) {
        return start - callEnd < IdleCause.LAUNCH_BELOW_NANOS ? start : callEnd;
    }

    private IdleCause queued(DeviceGaps device, int row, long start) {
        if (gpu.lane().code(device.lastRow()) != gpu.lane().code(row)) {
            return IdleCause.STREAM_SWITCH;
        }
        return start - device.endNanos() < IdleCause.LAUNCH_BELOW_NANOS
                ? IdleCause.LAUNCH_GAP
                : IdleCause.QUEUED;
    }

    /// Only the nodes of a graph share a number.
    private boolean sameLaunch(int left, int right) {
        LongColumn ids = gpu.correlation();
        return ids.get(right) > 0 && ids.get(left) == ids.get(right);
    }
}
